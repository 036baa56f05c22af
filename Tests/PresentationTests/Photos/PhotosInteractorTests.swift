import MonikerDomain
import Testing

@testable import MonikerPresentation

/// Tests the interactor alone, with an output that records the responses.
@MainActor
@Suite struct `The interactor of the photos` {
  final class Output: PhotosInteractorOutput {
    var counts: [Result<PhotoCount, PhotoError>] = []
    var fetches: [Result<[Photo], PhotoError>] = []
    var pages: [PageControl] = []
    var choices: [Result<Photo, PhotoError>] = []

    func present(_ response: ChangeCount.Response) { counts.append(response.result) }
    func present(_ response: FetchPhotos.Response) { fetches.append(response.result) }
    func present(_ response: ScrollPhotos.Response) { pages.append(response.pages) }
    func present(_ response: ChoosePhoto.Response) { choices.append(response.result) }
  }

  let source = TestPhotoSource()
  let output = Output()

  private func interactor(count: Int = 3) throws -> PhotosInteractor {
    PhotosInteractor(
      photos: PhotosUseCase(source: source),
      count: try PhotoCount(count),
      output: output
    )
  }

  @Test(
    arguments: [
      (10, [.show], 10), (10, [.raise], 11), (10, [.lower], 9), (10, [.set(0)], 0),
      (10, [.set(30)], 30), (29, [.raise, .raise, .raise], 30), (1, [.lower, .lower], 0),
      (0, [.lower, .raise], 1), (30, [.raise, .lower], 29),
    ] as [(Int, [ChangeCount.Request], Int)]
  )
  func `changes the count within its range`(
    start: Int,
    requests: [ChangeCount.Request],
    count: Int
  ) throws {
    let interactor = try interactor(count: start)
    for request in requests { interactor.change(request) }
    #expect(output.counts.count == requests.count)
    #expect(output.counts.last == .success(try PhotoCount(count)))
  }

  @Test(arguments: [-1, 31, .max, .min])
  func `refuses a count out of its range, and keeps the one before`(number: Int) throws {
    let interactor = try interactor(count: 7)
    interactor.change(.set(number))
    interactor.change(.show)
    #expect(output.counts == [.failure(.count(number)), .success(try PhotoCount(7))])
  }

  @Test func `fetches as many photos as the count says`() async throws {
    let photos = [try Photo.named("a"), try Photo.named("b")]
    source.answer(photos[0], photos[1])
    source.answer()
    let interactor = try interactor(count: 1)
    interactor.change(.raise)
    await interactor.fetch(FetchPhotos.Request())
    interactor.change(.set(30))
    await interactor.fetch(FetchPhotos.Request())
    #expect(output.fetches == [.success(photos), .success([])])
    #expect(await source.allCalls() == ["2 photos", "30 photos"])
  }

  @Test func `does not ask the source for no photos`() async throws {
    await (try interactor(count: 0)).fetch(FetchPhotos.Request())
    #expect(output.fetches == [.success([])])
    #expect(await source.allCalls() == [])
  }

  @Test func `passes a failure on, and keeps the photos before it`() async throws {
    let photo = try Photo.named("a")
    source.answer(photo)
    source.fail(with: .source(.timedOut))
    let interactor = try interactor()
    await interactor.fetch(FetchPhotos.Request())
    await interactor.fetch(FetchPhotos.Request())
    await interactor.choose(.place(0))
    #expect(output.fetches == [.success([photo]), .failure(.source(.timedOut))])
    #expect(output.choices == [.success(photo)])
  }

  @Test(arguments: [false, true])
  func `drops the answer of a fetch that a later one follows`(isFailure: Bool) async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let (early, late) = (try Photo.named("early"), try Photo.named("late"))
    if isFailure {
      source.fail(with: .source(.unreachable), after: gate)
    } else {
      source.answer(early, after: gate)
    }
    source.answer(late)
    let interactor = try interactor()
    var calls = source.calls.makeAsyncIterator()
    let first = Task { await interactor.fetch(FetchPhotos.Request()) }
    _ = await calls.next()
    await interactor.fetch(FetchPhotos.Request())
    opening.finish()
    await first.value
    await interactor.choose(.place(0))
    #expect(output.fetches == [.success([late])])
    #expect(output.choices == [.success(late)])
  }

  @Test func `drops the answer of a choice that a later one follows`() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    source.answer(try Photo.named("early"), after: gate)
    source.answer(try Photo.named("late"))
    let interactor = try interactor()
    var calls = source.calls.makeAsyncIterator()
    let first = Task { await interactor.choose(.typed("early")) }
    _ = await calls.next()
    await interactor.choose(.typed("late"))
    opening.finish()
    await first.value
    #expect(output.choices == [.success(try Photo.named("late"))])
  }

  @Test func `finds the page for as many photos as there are`() async throws {
    source.answer(try Photo.named("a"), try Photo.named("b"))
    let interactor = try interactor()
    interactor.scroll(ScrollPhotos.Request(offset: 80, width: 80))
    await interactor.fetch(FetchPhotos.Request())
    interactor.scroll(ScrollPhotos.Request(offset: 80, width: 80))
    interactor.scroll(ScrollPhotos.Request(offset: 80, width: 0))
    let pages = output.pages
    #expect(pages.map(\.numberOfPages) == [0, 2, 2])
    #expect(pages.map(\.currentPage) == [0, 1, 0])
  }

  @Test func `finds a photo of the collection without asking the source again`() async throws {
    let photos = [try Photo.named("a"), try Photo.named("b")]
    source.answer(photos[0], photos[1])
    let interactor = try interactor()
    await interactor.fetch(FetchPhotos.Request())
    await interactor.choose(.place(1))
    await interactor.choose(.typed("a"))
    #expect(output.choices == [.success(photos[1]), .success(photos[0])])
    #expect(await source.allCalls() == ["3 photos"])
  }

  @Test func `asks the source for a photo that is not in the collection`() async throws {
    source.answer(try Photo.named("x"))
    source.answer()
    source.fail(with: .source(.rateLimited))
    let interactor = try interactor()
    for typed in ["x", "y", "z", "no ID"] { await interactor.choose(.typed(typed)) }
    #expect(
      output.choices == [
        .success(try Photo.named("x")), .failure(.noSuchPhoto("y")),
        .failure(.source(.rateLimited)), .failure(.noSuchPhoto("no ID")),
      ]
    )
    #expect(await source.allCalls() == ["photo x", "photo y", "photo z"])
  }

  @Test(arguments: [-1, 1, .max, .min])
  func `finds no photo at a place without one`(place: Int) async throws {
    source.answer(try Photo.named("a"))
    let interactor = try interactor()
    await interactor.fetch(FetchPhotos.Request())
    await interactor.choose(.place(place))
    #expect(output.choices == [.failure(.noPhoto(atPlace: place))])
  }
}
