import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerPresentation

/// Tests the form with the store in memory and a view that records what it is given.
@MainActor
@Suite struct `The profile form` {
  final class Form: ProfileView {
    weak var delegate: (any ProfileViewDelegate)?
    var fields = ProfileFields(title: "typed", description: "before")
    var shown: [String] = []

    func show(_ outcome: ProfileOutcome) {
      shown.append(outcome.text)
    }

    func show(_ problem: Problem) {
      shown.append("\(problem.code.rawValue): \(problem.message)")
    }

    func load() async { await delegate?.profileViewDidAskToLoad(self) }
    func save() async { await delegate?.profileViewDidAskToSave(self) }
    func choose(_ photo: String) async { await delegate?.profileView(self, didChoose: photo) }
  }

  /// Records what the interactor reports.
  final class Delegate: ProfileInteractorDelegate {
    var calls: [String] = []

    func profileInteractor(_ interactor: ProfileInteractor, didLoad profile: AccountProfile) {
      calls.append("loaded version \(profile.profile.version)")
    }

    func profileInteractor(
      _ interactor: ProfileInteractor,
      didSave fields: ProfileFields,
      as profile: AccountProfile,
      isChanged: Bool
    ) {
      calls.append("saved version \(profile.profile.version), \(isChanged)")
    }

    func profileInteractor(_ interactor: ProfileInteractor, didChoose picture: Picture) {
      calls.append("chose \(picture.id)")
    }

    func profileInteractor(_ interactor: ProfileInteractor, didFail error: ProfileError) {
      calls.append("failed: \(error)")
    }
  }

  /// One photo, which may fail.
  struct Source: PhotoSource {
    /// Answers wait until it ends; nil for no wait.
    var gate: AsyncStream<Void>?

    func photos(_ count: PhotoCount) async throws(PhotoError) -> [Photo] { [] }

    func photo(_ id: PhotoID) async throws(PhotoError) -> Photo {
      if let gate { for await _ in gate {} }
      guard id.description == "cat" else { throw .noSuchPhoto(id.description) }
      let attribution = Attribution(author: "Åsa", address: nil, source: "Example")
      return Photo(picture: Picture(id: id, text: "a cat", attribution: attribution))
    }

    func choose(_ photo: Photo) async throws(PhotoError) {}
  }

  let clock = ManualClock(1_700_000_000_123)
  let store: SwitchableRepository
  let form = Form()

  init() {
    store = SwitchableRepository(InMemoryRepository(owner: .test(clock)))
  }

  private var useCase: ProfileUseCase {
    ProfileUseCase(
      profiles: store,
      sessions: store,
      photos: Source(),
      in: .test,
      now: { [clock] in clock.now }
    )
  }

  private func makeController(for form: Form) -> ProfileController {
    ProfileController(
      view: form,
      profile: useCase,
      store: StoreDescription(kind: "test", location: nil)
    )
  }

  private func signIn(
    _ name: String = "mina",
    number: UInt64 = 1,
    for lifetime: Duration? = nil
  ) async throws {
    let request = SignInChange(
      nickname: try Nickname(name),
      newAccountID: AccountID(high: 0, low: number),
      newSessionID: SessionID(high: 0, low: number),
      on: SessionTerms(lifetime: lifetime),
      at: ChangeContext(at: clock.now)
    )
    _ = try await store.signIn(request)
  }

  private func stored() async throws -> ProfileContent? {
    try await store.profile(of: AccountID(high: 0, low: 1), in: .test)?.content
  }

  @Test func `loads an empty profile, and the one that was saved`() async throws {
    try await signIn()
    let controller = makeController(for: form)
    await form.load()
    #expect(form.fields == ProfileFields())
    form.fields = ProfileFields(title: " 길동 ", description: "one\r\ntwo\n")
    await form.save()
    #expect(form.fields == ProfileFields(title: "길동", description: "one\ntwo"))
    let other = Form()
    let second = makeController(for: other)
    await other.load()
    #expect(other.fields == form.fields)
    #expect(
      form.shown == ["mina has an empty profile.", "The profile of mina is saved."]
    )
    #expect(
      other.shown == [
        """
        Account:   mina
        Title:     길동
        Changed:   2023-11-14T22:13:20.123Z (version 1)

        one
        two
        """
      ]
    )
    withExtendedLifetime((controller, second)) {}
  }

  @Test func `takes a photo as the picture, and keeps the texts that are not saved yet`()
    async throws
  {
    try await signIn()
    let controller = makeController(for: form)
    await form.load()
    form.fields.title = "typed"
    await form.choose("cat")
    #expect(form.fields.title == "typed")
    #expect(form.fields.picture?.text == "a cat")
    #expect(try await stored() == .empty)
    await form.save()
    #expect(try await stored()?.picture?.id.description == "cat")
    await form.choose("dog")
    await form.choose("../x")
    #expect(form.fields.picture?.id.description == "cat")
    #expect(form.shown.suffix(2).allSatisfy { $0.contains("There is no photo") })
    await form.load()
    #expect(form.shown.last?.contains("cat, a cat\nCredit:    Photo by Åsa on Example") ?? false)
    withExtendedLifetime(controller) {}
  }

  @Test func `shows both texts if somebody else has saved meanwhile, and overwrites nothing`()
    async throws
  {
    try await signIn()
    let controllers = (makeController(for: form), Form())
    let second = makeController(for: controllers.1)
    await form.load()
    await controllers.1.load()
    form.fields = ProfileFields(title: "mine", description: "my text")
    controllers.1.fields = ProfileFields(title: "theirs", description: "their text")
    await controllers.1.save()
    await form.save()
    let shown = try #require(form.shown.last)
    #expect(shown.hasPrefix("profileConflict: Somebody else has changed the profile"))
    for text in ["mine", "my text", "theirs", "their text"] { #expect(shown.contains(text)) }
    #expect(form.fields == ProfileFields(title: "mine", description: "my text"))
    #expect(try await stored()?.title == "theirs")
    // What was loaded again can be saved over.
    await form.load()
    form.fields.title = "both"
    await form.save()
    #expect(try await stored()?.title == "both")
    withExtendedLifetime((controllers, second)) {}
  }

  @Test func `says whose session has ended if another account is signed in by then`()
    async throws
  {
    try await signIn()
    let controller = makeController(for: form)
    await form.load()
    let end = ChangeContext(at: clock.now)
    _ = try await store.end(.active, at: end, naming: 0)
    try await signIn("zoe", number: 2)
    form.fields.title = "mine"
    await form.save()
    #expect(form.shown.last == "notSignedIn: mina is no longer signed in here. Nothing was saved.")
    #expect(form.fields.title == "mine")
    withExtendedLifetime(controller) {}
  }

  @Test func `does not overwrite a profile that it has not loaded`() async throws {
    try await signIn()
    let controller = makeController(for: form)
    await form.save()
    #expect(try await stored()?.title == "typed")
    let other = Form()
    let second = makeController(for: other)
    other.fields = ProfileFields(title: "other")
    await other.save()
    #expect(other.shown.last?.hasPrefix("profileConflict") ?? false)
    #expect(try await stored()?.title == "typed")
    withExtendedLifetime((controller, second)) {}
  }

  @Test func `says that nothing has changed`() async throws {
    try await signIn()
    let controller = makeController(for: form)
    await form.load()
    await form.save()
    #expect(form.shown.last == "The profile of mina is unchanged.")
    withExtendedLifetime(controller) {}
  }

  @Test func `keeps its fields if it is refused or fails`() async throws {
    let controller = makeController(for: form)
    await form.load()
    await form.save()
    #expect(form.shown.allSatisfy { $0.hasPrefix("notSignedIn: Nobody is signed in.") })
    try await signIn(for: .seconds(1))
    form.fields = ProfileFields(title: "a\tb", description: "text")
    await form.save()
    #expect(form.shown.last?.hasPrefix("invalidProfile: The title contains U+0009") ?? false)
    form.fields.title = "ab"
    store.fail(with: StoreFailure(.busy, at: "store", detail: "locked"), after: 1)
    await form.save()
    #expect(form.shown.last?.hasPrefix("storeBusy") ?? false)
    store.fail(with: nil)
    clock.advance(by: 1_000)
    await form.save()
    #expect(form.shown.last?.hasPrefix("sessionEnded") ?? false)
    #expect(form.fields == ProfileFields(title: "ab", description: "text"))
    #expect(try await stored() == .empty)
    withExtendedLifetime(controller) {}
  }

  @Test func `saves in the order of the calls`() async throws {
    try await signIn()
    let controller = makeController(for: form)
    await form.load()
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    store.wait(for: gate)
    form.fields.title = "first"
    async let first: Void = form.save()
    await Task.yield()
    form.fields.title = "second"
    async let second: Void = form.save()
    await Task.yield()
    open.finish()
    _ = await (first, second)
    #expect(try await stored()?.title == "second")
    #expect(!form.shown.contains { $0.contains("Conflict") })
    withExtendedLifetime(controller) {}
  }

  /// Lets the next call of the store wait until the result is finished.
  private func hold() -> AsyncStream<Void>.Continuation {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    store.wait(for: gate)
    return open
  }

  /// Lets tasks that were started begin.
  private func begin() async {
    for _ in 0..<10 { await Task.yield() }
  }

  @Test func `does not save what was typed before the profile was loaded over it`() async throws {
    try await signIn()
    let other = makeController(for: form)
    form.fields = ProfileFields(title: "theirs")
    await form.save()
    let blank = Form()
    blank.fields = ProfileFields()
    let controller = makeController(for: blank)
    let open = hold()
    async let load: Void = blank.load()
    await begin()
    async let save: Void = blank.save()
    await begin()
    open.finish()
    _ = await (load, save)
    #expect(blank.shown.last?.hasPrefix("profileConflict") ?? false, "\(blank.shown)")
    #expect(try await stored()?.title == "theirs")
    withExtendedLifetime((other, controller)) {}
  }

  @Test func `does not save over a version that was loaded after the call`() async throws {
    try await signIn()
    let second = Form()
    let controllers = (makeController(for: form), makeController(for: second))
    await form.load()
    await second.load()
    second.fields = ProfileFields(title: "theirs")
    await second.save()
    form.fields = ProfileFields(title: "mine")
    let open = hold()
    async let load: Void = form.load()
    await begin()
    async let save: Void = form.save()
    await begin()
    open.finish()
    _ = await (load, save)
    #expect(form.shown.last?.hasPrefix("profileConflict") ?? false, "\(form.shown)")
    #expect(try await stored()?.title == "theirs")
    withExtendedLifetime(controllers) {}
  }

  @Test func `saves the picture whose choice has begun before`() async throws {
    try await signIn()
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let controller = ProfileController(
      view: form,
      profile: ProfileUseCase(
        profiles: store,
        sessions: store,
        photos: Source(gate: gate),
        in: .test,
        now: { [clock] in clock.now }
      ),
      store: StoreDescription(kind: "test", location: nil)
    )
    await form.load()
    async let choice: Void = form.choose("cat")
    await begin()
    form.fields.title = "typed"
    async let save: Void = form.save()
    await begin()
    open.finish()
    _ = await (choice, save)
    #expect(try await stored()?.picture?.id.description == "cat")
    #expect(try await stored()?.title == "typed")
    #expect(form.fields.picture?.id.description == "cat")
    withExtendedLifetime(controller) {}
  }

  @Test func `keeps what is typed while it is saved`() async throws {
    try await signIn()
    let controller = makeController(for: form)
    await form.load()
    form.fields = ProfileFields(title: " first ")
    let open = hold()
    async let save: Void = form.save()
    await begin()
    form.fields.title = "first and more"
    open.finish()
    await save
    #expect(form.fields.title == "first and more")
    await form.save()
    #expect(try await stored()?.title == "first and more")
    withExtendedLifetime(controller) {}
  }

  @Test func `has an interactor that reports to its delegate alone`() async throws {
    let delegate = Delegate()
    let interactor = ProfileInteractor(profile: useCase, of: .active)
    interactor.delegate = delegate
    await interactor.load()
    try await signIn()
    await interactor.load()
    await interactor.save(ProfileFields(title: "t"))
    await interactor.save(ProfileFields(title: "t"))
    await interactor.choose("cat")
    #expect(
      delegate.calls == [
        "failed: Nobody is signed in.", "loaded version 0", "saved version 1, true",
        "saved version 1, false", "chose cat",
      ]
    )
  }

  @Test func `is freed with its controller, since delegates are weak`() async throws {
    weak var controller: ProfileController?
    weak var form: Form?
    do {
      let strong = (form: Form(), controller: ProfileController?.none)
      let made = makeController(for: strong.form)
      (controller, form) = (made, strong.form)
      await strong.form.load()
      withExtendedLifetime(made) {}
    }
    #expect(controller == nil)
    #expect(form == nil)
  }
}
