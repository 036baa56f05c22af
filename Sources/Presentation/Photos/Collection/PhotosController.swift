public import MonikerDomain

/// The view controller of the photos: a collection, the number of photos to fetch, and a page control.
///
/// VIP: data moves in one direction. The controller passes a request to the interactor, the interactor a
/// response to the presenter, and the presenter a view model to the controller, which changes
/// ``screen``. A front end calls the actions and renders the screen after each.
///
/// The caller keeps the controller, which owns the interactor and the router; the presenter's reference
/// to it is weak.
@MainActor
public final class PhotosController {
  /// What a front end renders.
  public private(set) var screen = PhotosScreen(
    count: ChangeCount.Count(text: "", canBeRaised: false, canBeLowered: false)
  )

  private let interactor: PhotosInteractor
  private let router: PhotosRouter

  /// Makes the screen, which shows the count and no collection.
  ///
  /// - Parameters:
  ///   - photos: the use case over a source.
  ///   - count: the number of photos to fetch, until it is changed.
  ///   - router: the way to the detail screen.
  public init(photos: PhotosUseCase, count: PhotoCount, router: PhotosRouter) {
    let presenter = PhotosPresenter()
    interactor = PhotosInteractor(photos: photos, count: count, output: presenter)
    self.router = router
    presenter.display = self
    interactor.change(.show)
  }

  /// Raises the number of photos to fetch by one, up to `PhotoCount.maximum`.
  public func raiseCount() {
    interactor.change(.raise)
  }

  /// Lowers the number of photos to fetch by one, down to 0.
  public func lowerCount() {
    interactor.change(.lower)
  }

  /// Sets the number of photos to fetch.
  ///
  /// - Parameter number: the number that the person typed: 0 to `PhotoCount.maximum`; any other shows a
  ///   problem and changes nothing.
  public func setCount(_ number: Int) {
    interactor.change(.set(number))
  }

  /// Fetches photos and shows them, from the first one.
  ///
  /// Of several fetches at once, the last one is shown, whichever is answered first. A failure shows a
  /// problem beside the photos that were shown before.
  public func fetch() async {
    await interactor.fetch(FetchPhotos.Request())
  }

  /// Shows which page the person has scrolled to; see ``PageControl/init(numberOfPages:offset:width:)``.
  ///
  /// - Parameters:
  ///   - offset: how far the collection is scrolled, in any unit of length.
  ///   - width: the width of the screen, in the same unit.
  public func scroll(toOffset offset: Double, width: Double) {
    interactor.scroll(ScrollPhotos.Request(offset: offset, width: width))
  }

  /// Opens the detail screen of a photo of the collection, or shows a problem.
  ///
  /// - Parameter place: the place of the photo, from 0.
  public func choose(at place: Int) async {
    await interactor.choose(.place(place))
  }

  /// Opens the detail screen of a photo, or shows a problem.
  ///
  /// Of several choices at once, the last one counts, whichever is answered first.
  ///
  /// - Parameter typed: the ID of the photo, which need not be in the collection.
  public func choose(_ typed: String) async {
    await interactor.choose(.typed(typed))
  }
}

extension PhotosController: PhotosDisplay {
  func display(_ viewModel: ChangeCount.ViewModel) {
    switch viewModel {
    case .count(let count):
      screen.count = count
      screen.problem = nil
    case .refused(let problem):
      screen.problem = problem
    }
  }

  func display(_ viewModel: FetchPhotos.ViewModel) {
    switch viewModel {
    case .collection(let collection):
      screen.collection = collection
      screen.problem = nil
    case .failed(let problem):
      screen.problem = problem
    }
  }

  func display(_ viewModel: ScrollPhotos.ViewModel) {
    screen.collection?.pages = viewModel.pages
  }

  func display(_ viewModel: ChoosePhoto.ViewModel) {
    switch viewModel {
    case .detail(let photo):
      screen.problem = nil
      router.showDetail(of: photo)
    case .failed(let problem):
      screen.problem = problem
    }
  }
}
