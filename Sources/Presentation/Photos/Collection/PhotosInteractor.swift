import MonikerDomain

/// The output of the collection's interactor: the presenter.
@MainActor
protocol PhotosInteractorOutput: AnyObject {
  /// Receives the answer to a change of the count.
  func present(_ response: ChangeCount.Response)

  /// Receives the answer to a fetch.
  func present(_ response: FetchPhotos.Response)

  /// Receives the answer to a scroll.
  func present(_ response: ScrollPhotos.Response)

  /// Receives the answer to a choice.
  func present(_ response: ChoosePhoto.Response)
}

/// The interactor of the collection: holds the count and the photos, and passes the results of the use
/// case to its output without formatting them.
@MainActor
final class PhotosInteractor {
  private let useCase: PhotosUseCase
  private let output: any PhotosInteractorOutput
  private var count: PhotoCount
  private var photos: [Photo] = []
  private var lastFetch = 0
  private var lastChoice = 0

  init(photos: PhotosUseCase, count: PhotoCount, output: any PhotosInteractorOutput) {
    useCase = photos
    self.count = count
    self.output = output
  }

  /// Changes the count; a count that is refused stays as it was.
  func change(_ request: ChangeCount.Request) {
    let result = Result { () throws(PhotoError) in
      switch request {
      case .show: count
      case .raise: count.raised
      case .lower: count.lowered
      case .set(let number): try PhotoCount(number)
      }
    }
    if case .success(let count) = result { self.count = count }
    output.present(ChangeCount.Response(result: result))
  }

  /// Fetches photos; the answer is dropped if another fetch was asked for meanwhile.
  func fetch(_ request: FetchPhotos.Request) async {
    lastFetch += 1
    let fetch = lastFetch
    let result: Result<[Photo], PhotoError>
    do throws(PhotoError) {
      result = .success(try await useCase.fetch(count))
    } catch {
      result = .failure(error)
    }
    guard fetch == lastFetch else { return }
    if case .success(let photos) = result { self.photos = photos }
    output.present(FetchPhotos.Response(result: result))
  }

  /// Finds the page at a place in the collection.
  func scroll(_ request: ScrollPhotos.Request) {
    let pages = PageControl(
      numberOfPages: photos.count,
      offset: request.offset,
      width: request.width
    )
    output.present(ScrollPhotos.Response(pages: pages))
  }

  /// Finds a photo; the answer is dropped if another photo was chosen meanwhile.
  func choose(_ request: ChoosePhoto.Request) async {
    lastChoice += 1
    let choice = lastChoice
    let result: Result<Photo, PhotoError>
    do throws(PhotoError) {
      result = .success(try await photo(request))
    } catch {
      result = .failure(error)
    }
    guard choice == lastChoice else { return }
    output.present(ChoosePhoto.Response(result: result))
  }

  /// A photo of the collection is not fetched again.
  private func photo(_ request: ChoosePhoto.Request) async throws(PhotoError) -> Photo {
    switch request {
    case .place(let place):
      guard photos.indices.contains(place) else { throw .noPhoto(atPlace: place) }
      return photos[place]
    case .typed(let typed):
      if let photo = photos.first(where: { $0.id.description == typed }) { return photo }
      return try await useCase.photo(typed)
    }
  }
}
