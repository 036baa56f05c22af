public import MonikerDomain

/// The controller of the form: the delegate of the view and of the interactor, between which it carries
/// the data.
///
/// The caller keeps the controller, which keeps the view and the interactor; their references to it are
/// weak.
@MainActor
public final class ProfileController {
  private let view: any ProfileView
  private let interactor: ProfileInteractor
  private let actingAccount: ActingAccount
  private let store: StoreDescription

  /// Makes the controller, and becomes the delegate of the view.
  ///
  /// - Parameters:
  ///   - view: the form.
  ///   - profile: the use case over a store and a photo source.
  ///   - actingAccount: the account whose profile is edited.
  ///   - store: the description of the store for the outcomes.
  public init(
    view: any ProfileView,
    profile: ProfileUseCase,
    actingAccount: ActingAccount = .active,
    store: StoreDescription
  ) {
    self.view = view
    self.actingAccount = actingAccount
    self.store = store
    interactor = ProfileInteractor(profile: profile, of: actingAccount.subject)
    interactor.delegate = self
    view.delegate = self
  }
}

extension ProfileController: ProfileViewDelegate {
  /// Has the interactor load the stored profile.
  public func profileViewDidAskToLoad(_ view: any ProfileView) async {
    await interactor.load()
  }

  /// Hands the fields to the interactor, and has it save them.
  public func profileViewDidAskToSave(_ view: any ProfileView) async {
    await interactor.save(view.fields)
  }

  /// Has the interactor take the photo as the picture.
  public func profileView(_ view: any ProfileView, didChoose photo: String) async {
    await interactor.choose(photo)
  }
}

extension ProfileController: ProfileInteractorDelegate {
  func profileInteractor(_ interactor: ProfileInteractor, didLoad profile: AccountProfile) {
    view.fields = ProfileFields(profile.profile.content)
    view.show(ProfileOutcome(.loaded, profile, store: store))
  }

  func profileInteractor(
    _ interactor: ProfileInteractor,
    didSave fields: ProfileFields,
    as profile: AccountProfile,
    isChanged: Bool
  ) {
    // What the person has typed meanwhile stays.
    if view.fields == fields { view.fields = ProfileFields(profile.profile.content) }
    view.show(ProfileOutcome(isChanged ? .saved : .unchanged, profile, store: store))
  }

  func profileInteractor(_ interactor: ProfileInteractor, didChoose picture: Picture) {
    view.fields.picture = picture
  }

  func profileInteractor(_ interactor: ProfileInteractor, didFail error: ProfileError) {
    view.show(error == .notSignedIn ? actingAccount.notSignedIn : Problem(error))
  }
}
