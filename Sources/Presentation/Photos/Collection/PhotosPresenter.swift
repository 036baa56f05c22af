import MonikerDomain

/// What shows the view models: the controller.
@MainActor
protocol PhotosDisplay: AnyObject {
  /// Displays the count.
  func display(_ viewModel: ChangeCount.ViewModel)

  /// Displays the collection.
  func display(_ viewModel: FetchPhotos.ViewModel)

  /// Displays the current page.
  func display(_ viewModel: ScrollPhotos.ViewModel)

  /// Displays the chosen photo.
  func display(_ viewModel: ChoosePhoto.ViewModel)
}

/// The presenter of the collection: it alone formats what the interactor has found.
@MainActor
final class PhotosPresenter: PhotosInteractorOutput {
  weak var display: (any PhotosDisplay)?

  func present(_ response: ChangeCount.Response) {
    switch response.result {
    case .success(let count):
      let number = count.value
      display?.display(
        ChangeCount.ViewModel.count(
          ChangeCount.Count(
            text: number == 1 ? "1 photo" : "\(number) photos",
            canBeRaised: count.raised != count,
            canBeLowered: count.lowered != count
          )
        )
      )
    case .failure(let error):
      display?.display(ChangeCount.ViewModel.refused(Problem(error)))
    }
  }

  func present(_ response: FetchPhotos.Response) {
    switch response.result {
    case .success(let photos):
      let outcome = PhotosOutcome(
        cells: photos.map(PhotoCell.init),
        pages: pages(PageControl(numberOfPages: photos.count))
      )
      display?.display(FetchPhotos.ViewModel.collection(outcome))
    case .failure(let error):
      display?.display(FetchPhotos.ViewModel.failed(Problem(error)))
    }
  }

  func present(_ response: ScrollPhotos.Response) {
    display?.display(ScrollPhotos.ViewModel(pages: pages(response.pages)))
  }

  func present(_ response: ChoosePhoto.Response) {
    switch response.result {
    case .success(let photo): display?.display(ChoosePhoto.ViewModel.detail(photo))
    case .failure(let error): display?.display(ChoosePhoto.ViewModel.failed(Problem(error)))
    }
  }

  private func pages(_ control: PageControl) -> PhotoPages {
    let number = control.numberOfPages
    return PhotoPages(
      control: control,
      text: number == 0 ? "" : "\(control.currentPage + 1) of \(number)"
    )
  }
}
