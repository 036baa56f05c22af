import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerPresentation

/// Tests the detail screen with the store in memory and a source that a test controls.
@MainActor
@Suite struct `The detail of a photo` {
  let clock = ManualClock(1_700_000_000_123)
  let source = TestPhotoSource()
  let store: SwitchableRepository

  init() {
    store = SwitchableRepository(InMemoryRepository(owner: .test(clock)))
  }

  private func profile() -> ProfileUseCase {
    ProfileUseCase(
      profiles: store,
      sessions: store,
      photos: source,
      in: .test,
      now: { [clock] in clock.now }
    )
  }

  private func controller(
    _ photo: Photo,
    as actingAccount: ActingAccount = .active
  ) -> PhotoDetailController {
    PhotoDetailController(
      photo: photo,
      profile: profile(),
      actingAccount: actingAccount,
      store: StoreDescription(kind: "test", location: nil)
    )
  }

  private func signIn(_ name: String, _ id: UInt64, lasting lifetime: Duration? = nil) async throws
  {
    let request = SignInChange(
      nickname: try Nickname(name),
      newAccountID: AccountID(high: 0, low: id),
      newSessionID: SessionID(high: 0, low: id),
      on: SessionTerms(lifetime: lifetime),
      at: ChangeContext(at: clock.now)
    )
    _ = try await store.signIn(request)
  }

  private func save(title: String) async throws {
    let loaded = try await profile().load()
    let content = try ProfileContent(title: title, description: "", picture: nil)
    _ = try await profile().save(content, over: loaded)
  }

  private func acting(as name: String) throws -> ActingAccount {
    let nickname = try #require(NicknameReference(typed: name))
    return ActingAccount([ActingAccountRule(.flag, called: "the rule", naming: nickname)])
  }

  @Test func `shows all that is known of a photo on the web`() throws {
    let screen = controller(try Photo.onTheWeb("a")).screen
    let detail = try #require(screen.outcome?.detail)
    #expect(detail.id == "a")
    #expect(detail.text == "a cat & a <dog>")
    #expect(detail.credit?.text == "Photo by Mina Kim on Example")
    #expect(detail.credit?.address == WebAddress("https://example.org/@mina"))
    #expect(detail.page == WebAddress("https://example.org/a"))
    #expect(detail.image == .address(try #require(WebAddress("https://images.example/a"))))
    #expect(screen.problem == nil)
    #expect(screen.outcome?.isConfirmation == false)
    #expect(
      screen.outcome?.text == """
        ID:     a
        Shows:  a cat & a <dog>
        Credit: Photo by Mina Kim on Example (https://example.org/@mina)
        Page:   https://example.org/a
        Image:  https://images.example/a
        """
    )
  }

  @Test func `shows a drawing, and a photo of which nothing is known`() throws {
    let photo = try Photo.drawn("a")
    let drawn = try #require(controller(photo).screen.outcome)
    #expect(drawn.detail.image == .drawing(try #require(photo.drawing)))
    #expect(drawn.text == "ID:     a\nShows:  A pattern in green")
    let unknown = try #require(controller(try Photo.named("b")).screen.outcome)
    #expect(unknown.detail.image == nil)
    #expect(unknown.text == "ID:     b\nShows:  A photo")
  }

  @Test func `makes the photo the picture, and keeps the texts of the profile`() async throws {
    try await signIn("mina", 1)
    try await save(title: "a title")
    let photo = try Photo.onTheWeb("a")
    source.answer()
    let controller = controller(photo)
    await controller.makePicture()
    #expect(controller.screen.problem == nil)
    #expect(controller.screen.outcome?.text == "The picture of mina is the photo a now.")
    #expect(controller.screen.outcome?.isConfirmation == true)
    #expect(controller.screen.outcome?.detail == PhotoDetail(photo))
    let content = try await profile().load().profile.content
    #expect(content.title == "a title")
    #expect(content.picture == photo.picture)
    #expect(await source.allCalls() == ["choose a"])
  }

  @Test func `makes it the picture of the acting account`() async throws {
    try await signIn("mina", 1)
    try await signIn("hong", 2)
    let photo = try Photo.named("a")
    source.answer()
    let controller = controller(photo, as: try acting(as: "mina"))
    await controller.makePicture()
    #expect(controller.screen.outcome?.text == "The picture of mina is the photo a now.")
    #expect(try await profile().load().profile == .unsaved)
  }

  @Test func `tells the source of no choice if nobody is signed in`() async throws {
    let controller = controller(try Photo.named("a"))
    await controller.makePicture()
    #expect(controller.screen.problem?.code == .notSignedIn)
    #expect(controller.screen.problem?.remedies == [.signIn(nil)])
    #expect(controller.screen.outcome?.isConfirmation == false)
    #expect(await source.allCalls() == [])
  }

  @Test func `names the rule whose account is not signed in`() async throws {
    try await signIn("mina", 1)
    let controller = controller(try Photo.named("a"), as: try acting(as: "hong"))
    await controller.makePicture()
    #expect(controller.screen.problem?.code == .notSignedIn)
    #expect(
      controller.screen.problem?.message == "Nobody is signed in as hong, named by the rule."
    )
  }

  @Test func `shows that the session has ended`() async throws {
    try await signIn("mina", 1, lasting: .seconds(60))
    clock.advance(by: 60_000)
    let controller = controller(try Photo.named("a"))
    await controller.makePicture()
    #expect(controller.screen.problem?.code == .sessionEnded)
    #expect(await source.allCalls() == [])
  }

  @Test func `overwrites nothing that somebody else saves meanwhile`() async throws {
    try await signIn("mina", 1)
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let photo = try Photo.named("a")
    source.answer(after: gate)
    let controller = controller(photo)
    var calls = source.calls.makeAsyncIterator()
    let choice = Task { await controller.makePicture() }
    _ = await calls.next()
    try await save(title: "saved meanwhile")
    opening.finish()
    await choice.value
    let message = try #require(controller.screen.problem?.message)
    #expect(message.hasPrefix("Somebody else has changed the profile since it was read."))
    #expect(controller.screen.outcome?.isConfirmation == false)
    let content = try await profile().load().profile.content
    #expect(content.title == "saved meanwhile")
    #expect(content.picture == nil)
  }

  @Test func `changes nothing if the source fails`() async throws {
    try await signIn("mina", 1)
    let photo = try Photo.named("a")
    source.fail(with: .source(.rateLimited))
    let controller = controller(photo)
    await controller.makePicture()
    #expect(controller.screen.problem?.code == .photoSourceFailed)
    #expect(try await profile().load().profile == .unsaved)
  }

  @Test(arguments: [0, 1, 2])
  func `shows a failure of the store`(passes: Int) async throws {
    try await signIn("mina", 1)
    let photo = try Photo.named("a")
    source.answer()
    let controller = controller(photo)
    store.fail(with: StoreFailure(.busy, at: "/a/b", detail: "in use"), after: passes)
    await controller.makePicture()
    #expect(controller.screen.problem?.code == .storeBusy)
    #expect(controller.screen.outcome?.isConfirmation == false)
    store.fail(with: nil)
    #expect(try await profile().load().profile == .unsaved)
  }

  @Test func `forgets a problem when the next request succeeds`() async throws {
    let photo = try Photo.named("a")
    source.answer()
    let controller = controller(photo)
    await controller.makePicture()
    #expect(controller.screen.problem != nil)
    try await signIn("mina", 1)
    await controller.makePicture()
    #expect(controller.screen.problem == nil)
    #expect(controller.screen.outcome?.isConfirmation == true)
  }

  /// An output or a display that records what it receives.
  final class Recorder: PhotoDetailInteractorOutput, PhotoDetailDisplay {
    var photos: [Photo] = []
    var results: [Result<AccountProfile, ProfileError>] = []
    var shown: [PhotoDetailOutcome] = []
    var problems: [Problem] = []

    func present(_ response: ShowPhoto.Response) { photos.append(response.photo) }
    func present(_ response: MakePicture.Response) { results.append(response.result) }
    func display(_ viewModel: ShowPhoto.ViewModel) { shown.append(viewModel.outcome) }
    func display(_ viewModel: MakePicture.ViewModel) {
      switch viewModel {
      case .made(let outcome): shown.append(outcome)
      case .failed(let problem): problems.append(problem)
      }
    }
  }

  @Test func `has an interactor that passes entities and errors on`() async throws {
    let photo = try Photo.named("a")
    let output = Recorder()
    let interactor = PhotoDetailInteractor(
      photo: photo,
      profile: profile(),
      of: .active,
      output: output
    )
    interactor.show(ShowPhoto.Request())
    await interactor.makePicture(MakePicture.Request())
    #expect(output.photos == [photo])
    #expect(output.results == [.failure(.notSignedIn)])
  }

  @Test func `has a presenter that formats and does not keep its display`() throws {
    let photo = try Photo.named("a")
    var display: Recorder? = Recorder()
    weak let weakDisplay = display
    let presenter = PhotoDetailPresenter(
      actingAccount: .active,
      store: StoreDescription(kind: "test", location: nil)
    )
    presenter.display = display
    presenter.present(ShowPhoto.Response(photo: photo))
    presenter.present(
      MakePicture.Response(photo: photo, result: .failure(.photo(.source(.malformed))))
    )
    #expect(display?.shown.map(\.detail) == [PhotoDetail(photo)])
    #expect(display?.problems == [Problem(PhotoError.source(.malformed))])
    display = nil
    #expect(weakDisplay == nil)
  }

  @Test func `leaves nothing behind`() async throws {
    var controller: PhotoDetailController? = controller(try Photo.named("a"))
    weak let weakController = controller
    await controller?.makePicture()
    controller = nil
    #expect(weakController == nil)
  }
}
