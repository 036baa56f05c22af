import MonikerDomain

/// The delegate of the interactor: receives the results of its work.
@MainActor
protocol ProfileInteractorDelegate: AnyObject {
  /// The profile was loaded.
  func profileInteractor(_ interactor: ProfileInteractor, didLoad profile: AccountProfile)

  /// The fields were saved, or the profile was so already.
  func profileInteractor(
    _ interactor: ProfileInteractor,
    didSave fields: ProfileFields,
    as profile: AccountProfile,
    isChanged: Bool
  )

  /// The picture was chosen.
  func profileInteractor(_ interactor: ProfileInteractor, didChoose picture: Picture)

  /// A request failed, and nothing was changed unless the error says otherwise.
  func profileInteractor(_ interactor: ProfileInteractor, didFail error: ProfileError)
}

/// The interactor: holds which stored profile the fields of the form are based on.
///
/// Requests run one after another, in the order of their calls. What the fields are based on is decided
/// when a save is called: a profile that is loaded later is not what the person has edited.
@MainActor
final class ProfileInteractor {
  weak var delegate: (any ProfileInteractorDelegate)?

  private let profile: ProfileUseCase
  private let subject: SessionSubject
  /// The profile that was loaded or saved last; nil before the first one.
  private var edited: AccountProfile?
  /// How many profiles were loaded.
  private var loadCount = 0
  /// The pictures that were chosen.
  private var choices: [Picture] = []
  private var last: Task<Void, Never>?

  init(profile: ProfileUseCase, of subject: SessionSubject) {
    self.profile = profile
    self.subject = subject
  }

  /// Loads the stored profile.
  func load() async {
    await perform { interactor throws(ProfileError) in
      let loaded = try await interactor.profile.load(interactor.subject)
      interactor.edited = loaded
      interactor.loadCount += 1
      interactor.delegate?.profileInteractor(interactor, didLoad: loaded)
    }
  }

  /// Saves fields over the profile that was loaded when the call was made; over an empty one if none
  /// was.
  ///
  /// A picture whose choice has begun before the call and ends after it is part of the fields.
  func save(_ fields: ProfileFields) async {
    let (known, loads, chosen) = (edited, loadCount, choices.count)
    await perform { interactor throws(ProfileError) in
      var fields = fields
      if interactor.choices.count > chosen { fields.picture = interactor.choices.last }
      // An earlier save has moved it, and only a save may.
      let base = interactor.loadCount == loads ? interactor.edited : known
      let content: ProfileContent
      do throws(ProfileRejection) {
        content = try ProfileContent(
          title: fields.title,
          description: fields.description,
          picture: fields.picture,
          over: base?.profile.content ?? .empty
        )
      } catch {
        throw .rejected(error)
      }
      let edited = try await interactor.loaded(base)
      let saved = try await interactor.profile.save(content, over: edited)
      interactor.edited = saved
      interactor.delegate?.profileInteractor(
        interactor,
        didSave: fields,
        as: saved,
        isChanged: saved.profile.version != edited.profile.version
      )
    }
  }

  /// Takes a photo as the picture, and tells its source.
  func choose(_ photo: String) async {
    await perform { interactor throws(ProfileError) in
      let picture = try await interactor.profile.choose(photo)
      interactor.choices.append(picture)
      interactor.delegate?.profileInteractor(interactor, didChoose: picture)
    }
  }

  private func loaded(_ base: AccountProfile?) async throws(ProfileError) -> AccountProfile {
    if let base { return base }
    let account = try await profile.load(subject).account
    return AccountProfile(account: account, profile: .unsaved)
  }

  private func perform(
    _ action: @escaping @MainActor (ProfileInteractor) async throws(ProfileError) -> Void
  ) async {
    let previous = last
    let task = Task { @MainActor in
      await previous?.value
      do throws(ProfileError) {
        try await action(self)
      } catch {
        delegate?.profileInteractor(self, didFail: error)
      }
    }
    last = task
    await task.value
  }
}
