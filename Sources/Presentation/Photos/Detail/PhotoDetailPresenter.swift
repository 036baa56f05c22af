import MonikerDomain

/// What shows the view models: the controller.
@MainActor
protocol PhotoDetailDisplay: AnyObject {
  /// Displays the photo.
  func display(_ viewModel: ShowPhoto.ViewModel)

  /// Displays whether the photo is the picture now.
  func display(_ viewModel: MakePicture.ViewModel)
}

/// The presenter of the detail: it alone formats what the interactor has found.
@MainActor
final class PhotoDetailPresenter: PhotoDetailInteractorOutput {
  weak var display: (any PhotoDetailDisplay)?
  private let actingAccount: ActingAccount
  private let store: StoreDescription

  init(actingAccount: ActingAccount, store: StoreDescription) {
    self.actingAccount = actingAccount
    self.store = store
  }

  func present(_ response: ShowPhoto.Response) {
    let outcome = PhotoDetailOutcome(detail: PhotoDetail(response.photo), owner: nil, store: store)
    display?.display(ShowPhoto.ViewModel(outcome: outcome))
  }

  func present(_ response: MakePicture.Response) {
    switch response.result {
    case .success(let owner):
      let outcome = PhotoDetailOutcome(
        detail: PhotoDetail(response.photo),
        owner: owner,
        store: store
      )
      display?.display(MakePicture.ViewModel.made(outcome))
    case .failure(let error):
      let problem = error == .notSignedIn ? actingAccount.notSignedIn : Problem(error)
      display?.display(MakePicture.ViewModel.failed(problem))
    }
  }
}
