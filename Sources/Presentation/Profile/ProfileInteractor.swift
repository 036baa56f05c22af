import MonikerDomain

/// The delegate of the interactor: receives the results of its work.
@MainActor
protocol ProfileInteractorDelegate: AnyObject {
  /// The profile was loaded.
  func profileInteractor(_ interactor: ProfileInteractor, didLoad profile: AccountProfile)

  /// The profile was saved, or was as it is already.
  func profileInteractor(
    _ interactor: ProfileInteractor,
    didSave profile: AccountProfile,
    isChanged: Bool
  )

  /// The picture was chosen.
  func profileInteractor(_ interactor: ProfileInteractor, didChoose picture: Picture)

  /// A request failed, and nothing was changed unless the error says otherwise.
  func profileInteractor(_ interactor: ProfileInteractor, didFail error: ProfileError)
}

/// The interactor: holds the data of the form, and which stored profile they are based on.
///
/// Requests run one after another, in the order of their calls.
@MainActor
final class ProfileInteractor {
  weak var delegate: (any ProfileInteractorDelegate)?

  private let profile: ProfileUseCase
  private let subject: SessionSubject
  private var fields = ProfileFields()
  /// The profile that the fields are based on; nil before the first one was loaded.
  private var edited: AccountProfile?
  private var last: Task<Void, Never>?

  init(profile: ProfileUseCase, of subject: SessionSubject) {
    self.profile = profile
    self.subject = subject
  }

  /// Takes over the fields that the person has edited.
  func edit(_ fields: ProfileFields) {
    self.fields = fields
  }

  /// Loads the stored profile.
  func load() async {
    await perform { interactor throws(ProfileError) in
      let loaded = try await interactor.profile.load(interactor.subject)
      interactor.take(loaded)
      interactor.delegate?.profileInteractor(interactor, didLoad: loaded)
    }
  }

  /// Saves the fields over the profile that was loaded; over an empty one if none was.
  func save() async {
    let fields = fields
    await perform { interactor throws(ProfileError) in
      let content: ProfileContent
      do throws(ProfileRejection) {
        content = try ProfileContent(
          title: fields.title,
          description: fields.description,
          picture: fields.picture
        )
      } catch {
        throw .rejected(error)
      }
      let edited = try await interactor.editedProfile()
      let saved = try await interactor.profile.save(content, over: edited)
      let isChanged = saved.profile.version != edited.profile.version
      interactor.take(saved)
      interactor.delegate?.profileInteractor(interactor, didSave: saved, isChanged: isChanged)
    }
  }

  /// Takes a photo as the picture, and tells its source.
  func choose(_ photo: String) async {
    await perform { interactor throws(ProfileError) in
      let picture = try await interactor.profile.choose(photo)
      interactor.fields.picture = picture
      interactor.delegate?.profileInteractor(interactor, didChoose: picture)
    }
  }

  private func take(_ profile: AccountProfile) {
    edited = profile
    fields = ProfileFields(profile.profile.content)
  }

  private func editedProfile() async throws(ProfileError) -> AccountProfile {
    if let edited { return edited }
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
