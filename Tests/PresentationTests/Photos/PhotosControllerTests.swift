import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerPresentation

/// Tests the whole: controller, interactor, presenter and router, over a source that a test controls.
@MainActor
@Suite struct `The photos` {
  /// A screen that scrolls, and renders what the controller holds.
  @MainActor
  final class Screen {
    let controller: PhotosController
    let width: Double
    private(set) var offset = 0.0

    init(_ controller: PhotosController, width: Double) {
      self.controller = controller
      self.width = width
    }

    func scroll(by distance: Double) {
      offset += distance
      controller.scroll(toOffset: offset, width: width)
    }

    /// Such as `2 photos: a, b (1 of 2) usage`.
    var rendered: String {
      let screen = controller.screen
      let photos = screen.collection.map { collection in
        collection.cells.map(\.id).joined(separator: ", ") + " (\(collection.pages.text))"
      }
      return [screen.count.text + ":", photos, screen.problem?.code.rawValue]
        .compactMap(\.self).joined(separator: " ")
    }
  }

  /// Keeps the detail screens that were opened.
  @MainActor
  final class Details {
    var opened: [PhotoDetailController] = []
  }

  let source = TestPhotoSource()
  let details = Details()

  private func router() -> PhotosRouter {
    let store = InMemoryRepository(owner: .test())
    return PhotosRouter(
      profile: ProfileUseCase(
        profiles: store,
        sessions: store,
        photos: source,
        in: .test,
        now: { ManualClock().now }
      ),
      store: StoreDescription(kind: "test", location: nil),
      openDetail: { [details] in details.opened.append($0) }
    )
  }

  private func screen(count: Int = 10, width: Double = 80) throws -> Screen {
    Screen(
      PhotosController(
        photos: PhotosUseCase(source: source),
        count: try PhotoCount(count),
        router: router()
      ),
      width: width
    )
  }

  @Test func `show the count from the start, and no collection`() async throws {
    #expect(try screen().rendered == "10 photos:")
    #expect(try screen(count: 1).controller.screen.collection == nil)
    #expect(await source.allCalls() == [])
  }

  @Test func `show the count as it is raised, lowered and set`() throws {
    let screen = try screen(count: 29)
    screen.controller.raiseCount()
    #expect(screen.rendered == "30 photos:")
    #expect(!screen.controller.screen.count.canBeRaised)
    screen.controller.raiseCount()
    #expect(screen.rendered == "30 photos:")
    screen.controller.setCount(0)
    #expect(screen.rendered == "0 photos:")
    #expect(!screen.controller.screen.count.canBeLowered)
    screen.controller.lowerCount()
    screen.controller.raiseCount()
    #expect(screen.rendered == "1 photo:")
  }

  @Test(arguments: [31, -1])
  func `show why a count is refused, until the next request`(number: Int) throws {
    let screen = try screen()
    screen.controller.setCount(number)
    #expect(screen.rendered == "10 photos: usage")
    screen.controller.raiseCount()
    #expect(screen.rendered == "11 photos:")
  }

  @Test func `show what was fetched, and the page that is scrolled to`() async throws {
    source.answer(try Photo.named("a"), try Photo.named("b"), try Photo.named("c"))
    let screen = try screen(count: 3)
    await screen.controller.fetch()
    #expect(screen.rendered == "3 photos: a, b, c (1 of 3)")
    screen.scroll(by: 79)
    #expect(screen.rendered == "3 photos: a, b, c (1 of 3)")
    screen.scroll(by: 1)
    #expect(screen.rendered == "3 photos: a, b, c (2 of 3)")
    screen.scroll(by: 800)
    #expect(screen.rendered == "3 photos: a, b, c (3 of 3)")
    screen.scroll(by: -2_000)
    #expect(screen.rendered == "3 photos: a, b, c (1 of 3)")
  }

  @Test(arguments: [0, -80, .nan, .infinity] as [Double])
  func `show the first page on a screen without a width`(width: Double) async throws {
    source.answer(try Photo.named("a"), try Photo.named("b"))
    let screen = try screen(width: width)
    await screen.controller.fetch()
    screen.scroll(by: 80)
    #expect(screen.rendered == "10 photos: a, b (1 of 2)")
  }

  @Test func `show no page before the first fetch`() throws {
    let screen = try screen()
    screen.scroll(by: 80)
    #expect(screen.rendered == "10 photos:")
  }

  @Test func `show an empty collection for no photos, without asking the source`() async throws {
    let screen = try screen(count: 0)
    await screen.controller.fetch()
    #expect(screen.rendered == "0 photos:  ()")
    #expect(screen.controller.screen.collection?.text == "There are no photos.")
    #expect(await source.allCalls() == [])
  }

  @Test func `show a failure beside the collection before it`() async throws {
    source.fail(with: .source(.unreachable))
    source.answer(try Photo.named("a"), try Photo.named("b"))
    source.fail(with: .source(.unreachable))
    source.answer(try Photo.named("c"))
    let screen = try screen(count: 2)
    await screen.controller.fetch()
    #expect(screen.rendered == "2 photos: photoSourceFailed")
    await screen.controller.fetch()
    screen.scroll(by: 80)
    await screen.controller.fetch()
    #expect(screen.rendered == "2 photos: a, b (2 of 2) photoSourceFailed")
    await screen.controller.fetch()
    #expect(screen.rendered == "2 photos: c (1 of 1)")
  }

  @Test(arguments: [false, true])
  func `show the last of two fetches at once`(isFirstAFailure: Bool) async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    if isFirstAFailure {
      source.fail(with: .source(.timedOut), after: gate)
    } else {
      source.answer(try Photo.named("early"), after: gate)
    }
    source.answer(try Photo.named("late"))
    let screen = try screen()
    var calls = source.calls.makeAsyncIterator()
    let first = Task { await screen.controller.fetch() }
    _ = await calls.next()
    await screen.controller.fetch()
    #expect(screen.rendered == "10 photos: late (1 of 1)")
    opening.finish()
    await first.value
    #expect(screen.rendered == "10 photos: late (1 of 1)")
  }

  @Test func `lead to the detail of a photo of the collection`() async throws {
    let photos = [try Photo.named("a"), try Photo.onTheWeb("b")]
    source.answer(photos[0], photos[1])
    let screen = try screen()
    await screen.controller.fetch()
    await screen.controller.choose(at: 1)
    await screen.controller.choose("a")
    #expect(details.opened.map { $0.screen.outcome?.detail.photo } == [photos[1], photos[0]])
    #expect(screen.rendered == "10 photos: a, b (1 of 2)")
  }

  @Test func `lead to the detail of a photo by its ID, without a collection`() async throws {
    source.answer(try Photo.drawn("x"))
    let screen = try screen()
    await screen.controller.choose("x")
    #expect(details.opened.map { $0.screen.outcome?.detail.id } == ["x"])
    #expect(screen.rendered == "10 photos:")
  }

  @Test func `show why a photo cannot be shown, and open nothing`() async throws {
    source.answer()
    source.fail(with: .source(.unauthorized))
    let screen = try screen()
    await screen.controller.choose("x")
    #expect(screen.rendered == "10 photos: noSuchPhoto")
    await screen.controller.choose("x")
    #expect(screen.rendered == "10 photos: photoSourceFailed")
    await screen.controller.choose(at: 1)
    #expect(screen.rendered == "10 photos: noSuchPhoto")
    let problem = screen.controller.screen.problem
    #expect(problem?.message == "There is no photo at this place of the collection.")
    await screen.controller.choose("")
    let empty = screen.controller.screen.problem
    #expect(empty?.message == "An empty text is not the ID of a photo.")
    await screen.controller.choose("길")
    #expect(screen.controller.screen.problem?.message == "There is no photo 길.")
    #expect(details.opened.isEmpty)
  }

  @Test func `open only the last of two choices at once`() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    source.answer(try Photo.named("early"), after: gate)
    source.answer(try Photo.named("late"))
    let controller = try screen().controller
    var calls = source.calls.makeAsyncIterator()
    let first = Task { await controller.choose("early") }
    _ = await calls.next()
    await controller.choose("late")
    opening.finish()
    await first.value
    #expect(details.opened.map { $0.screen.outcome?.detail.id } == ["late"])
  }

  @Test func `are displayed by a controller that does not format`() throws {
    let controller = try screen().controller
    let problem = Problem(.failure, "Why.")
    let outcome = PhotosOutcome(
      cells: [],
      pages: PhotoPages(control: PageControl(numberOfPages: 2), text: "a page")
    )
    controller.display(
      ChangeCount.ViewModel.count(
        ChangeCount.Count(text: "a count", canBeRaised: true, canBeLowered: false)
      )
    )
    controller.display(FetchPhotos.ViewModel.collection(outcome))
    #expect(controller.screen.count.text == "a count")
    #expect(controller.screen.collection == outcome)
    let second = PhotoPages(
      control: PageControl(numberOfPages: 2, offset: 1, width: 1),
      text: "another page"
    )
    controller.display(ScrollPhotos.ViewModel(pages: second))
    #expect(controller.screen.collection?.pages == second)
    controller.display(FetchPhotos.ViewModel.failed(problem))
    #expect(controller.screen.problem == problem)
    #expect(controller.screen.collection?.pages == second)
    controller.display(ChoosePhoto.ViewModel.detail(try Photo.named("a")))
    #expect(controller.screen.problem == nil)
    controller.display(ChoosePhoto.ViewModel.failed(problem))
    #expect(controller.screen.problem == problem)
    controller.display(ChangeCount.ViewModel.refused(problem))
    #expect(controller.screen.count.text == "a count")
  }

  @Test func `have a router that opens one detail for each photo, and keeps none`() throws {
    let photo = try Photo.onTheWeb("a")
    let router = router()
    router.showDetail(of: photo)
    router.showDetail(of: photo)
    try #require(details.opened.count == 2)
    #expect(details.opened[0] !== details.opened[1])
    #expect(details.opened[0].screen.outcome?.detail == PhotoDetail(photo))
    weak let detail = details.opened[0]
    details.opened = []
    #expect(detail == nil)
  }

  @Test func `leave nothing behind`() async throws {
    source.answer(try Photo.named("a"))
    var router: PhotosRouter? = router()
    weak let weakRouter = router
    var controller: PhotosController? = PhotosController(
      photos: PhotosUseCase(source: source),
      count: try PhotoCount(1),
      router: try #require(router)
    )
    weak let weakController = controller
    router = nil
    await controller?.fetch()
    await controller?.choose(at: 0)
    controller = nil
    #expect(weakController == nil)
    #expect(weakRouter == nil)
    #expect(details.opened.count == 1)
  }

  @Test func `leave nothing behind after an answer that comes late`() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    source.answer(try Photo.named("a"), after: gate)
    var controller: PhotosController? = try screen().controller
    weak let weakController = controller
    var calls = source.calls.makeAsyncIterator()
    let fetch = Task { [controller] in await controller?.fetch() }
    _ = await calls.next()
    controller = nil
    opening.finish()
    await fetch.value
    #expect(weakController == nil)
  }

  @Test func `have a presenter that does not keep the controller`() throws {
    var controller: PhotosController? = try screen().controller
    weak let weakController = controller
    var presenter: PhotosPresenter? = PhotosPresenter()
    weak let weakPresenter = presenter
    presenter?.display = controller
    var interactor: PhotosInteractor? = PhotosInteractor(
      photos: PhotosUseCase(source: source),
      count: try PhotoCount(1),
      output: try #require(presenter)
    )
    controller = nil
    #expect(weakController == nil)
    interactor?.change(.raise)
    presenter = nil
    #expect(weakPresenter != nil)
    interactor = nil
    #expect(weakPresenter == nil)
  }
}
