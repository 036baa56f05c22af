import MonikerDomain

/// The view controller of one photo, which can become the picture of the account; by VIP, as
/// ``PhotosController``.
@MainActor
public final class PhotoDetailController {
  /// What a front end renders.
  public private(set) var screen = PhotoDetailScreen()

  private let interactor: PhotoDetailInteractor

  /// Makes the screen for the router, which passes it the photo.
  init(
    photo: Photo,
    profile: ProfileUseCase,
    actingAccount: ActingAccount,
    store: StoreDescription
  ) {
    let presenter = PhotoDetailPresenter(actingAccount: actingAccount, store: store)
    interactor = PhotoDetailInteractor(
      photo: photo,
      profile: profile,
      of: actingAccount.subject,
      output: presenter
    )
    presenter.display = self
    interactor.show(ShowPhoto.Request())
  }

  /// Makes the photo the picture of the acting account, or shows a problem.
  ///
  /// The picture is saved over the profile as it is at the time of the call. If somebody else saves
  /// meanwhile, the problem says so, and nothing is overwritten.
  public func makePicture() async {
    await interactor.makePicture(MakePicture.Request())
  }
}

extension PhotoDetailController: PhotoDetailDisplay {
  func display(_ viewModel: ShowPhoto.ViewModel) {
    screen.outcome = viewModel.outcome
    screen.problem = nil
  }

  func display(_ viewModel: MakePicture.ViewModel) {
    switch viewModel {
    case .made(let outcome):
      screen.outcome = outcome
      screen.problem = nil
    case .failed(let problem):
      screen.problem = problem
    }
  }
}
