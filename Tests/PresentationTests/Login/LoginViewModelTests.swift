import MonikerDomain
import MonikerModel
import MonikerDoubles
import MonikerPresentation
import Observation
import Testing

@MainActor
@Suite struct `The login view model` {
  let clock = ManualClock()
  let store: SwitchableRepository
  let ids = CountingIDs()

  init() {
    store = SwitchableRepository(InMemoryRepository(owner: .test(clock, ids: ids)))
  }

  private func makeViewModel(_ actingAccount: ActingAccount = .active) -> LoginViewModel {
    LoginViewModel(
      setNickname: SetNicknameUseCase(
        nicknames: store,
        sessions: store,
        in: .test,
        now: { [clock] in clock.now }
      ),
      userSession: UserSessionUseCase(
        sessions: store,
        in: .test,
        now: { [clock] in clock.now }
      ),
      store: StoreDescription(kind: "test", location: nil),
      actingAccount: actingAccount
    )
  }

  /// Makes a view model whose acting account a rule names.
  private func makeViewModel(
    about name: String,
    by source: ActingAccountSource
  ) throws -> LoginViewModel {
    let nickname = try #require(NicknameReference(typed: name))
    return makeViewModel(
      ActingAccount([ActingAccountRule(source, called: "the rule", naming: nickname)])
    )
  }

  private nonisolated static let lasting: [ActingAccountSource] = [
    .variable("MONIKER_AS"), .projectFile("/x/.moniker"),
  ]

  @Test(arguments: lasting)
  func `does not sign in an account that it would not show`(
    source: ActingAccountSource
  ) async throws {
    await makeViewModel().login("mina")
    let screen = try makeViewModel(about: "Gildong", by: source)
    await screen.login("mina")
    #expect(shown(screen.state) == "out, actingAccountDecided")
    #expect(try await store.current().active?.account.nickname.text == "mina")
    await screen.login("GILDONG")
    #expect(screen.nickname == "GILDONG")
  }

  @Test(arguments: lasting)
  func `does not sign out while a variable or a project file names the account`(
    source: ActingAccountSource
  ) async throws {
    await makeViewModel().login("gildong")
    let screen = try makeViewModel(about: "gildong", by: source)
    await screen.clear()
    #expect(shown(screen.state) == "in as gildong, actingAccountDecided")
    let flagged = try makeViewModel(about: "gildong", by: .flag)
    await flagged.clear()
    #expect(shown(flagged.state) == "out, Signed out gildong.")
  }

  @Test(arguments: lasting + [.flag])
  func `acts as the account that a rule names and as no other`(source: ActingAccountSource)
    async throws
  {
    await makeViewModel().login("gildong")
    await makeViewModel().login("mina")
    let screen = try makeViewModel(about: "gildong", by: source)
    await screen.rename(to: "hong")
    #expect(screen.nickname == "hong")
    #expect(try await store.accounts().map(\.nickname.text) == ["hong", "mina"])
    let stale = try makeViewModel(about: "gildong", by: source)
    await stale.rename(to: "other")
    #expect(shown(stale.state) == "out, notSignedIn")
    guard case .failed(let problem) = stale.state.report else {
      Issue.record("\(stale.state)")
      return
    }
    #expect(problem.message.contains("gildong"), "\(problem)")
  }

  @Test func `acts as the account that a page shows, whatever it is called and whoever is active`()
    async throws
  {
    await makeViewModel().login("gildong")
    let account = try #require(try await store.current().active?.account.id)
    await makeViewModel().login("mina")
    let screen = makeViewModel(.account(account))
    await screen.rename(to: "hong")
    await screen.rename(to: "hong-gildong")
    #expect(screen.nickname == "hong-gildong")
    await screen.clear()
    #expect(
      shown(screen.state) == "out, Signed out hong-gildong.\nStill signed in, but not active: mina."
    )
  }

  @Test func `signs in by the action that a front end gives it`() async throws {
    await makeViewModel().login("mina")
    let signIn = SignIn(
      active: try #require(try await store.current().active),
      isNewAccount: true,
      isNewSession: true
    )
    await makeViewModel().clear()
    for refuses in [false, true] {
      let screen = LoginViewModel(
        setNickname: SetNicknameUseCase(
          nicknames: store,
          sessions: store,
          in: .test,
          now: { [clock] in clock.now }
        ),
        userSession: UserSessionUseCase(
          sessions: store,
          in: .test,
          now: { [clock] in clock.now }
        ),
        store: StoreDescription(kind: "test", location: nil),
        signIn: { typed, _ throws(Problem) in
          if refuses { throw Problem(.permissionDenied, "\(typed) is refused.") }
          return signIn
        }
      )
      await screen.login("mina")
      #expect(
        shown(screen.state)
          == (refuses ? "out, permissionDenied" : "in as mina, Signed in as mina (a new account).")
      )
      #expect(try await store.current().active == nil)
    }
  }

  /// What a view shows of a state, in a few words.
  private func shown(_ state: LoginState) -> String {
    let who =
      switch state.isLoggedIn {
      case nil: "unknown"
      case true?: "in as \(state.nickname)"
      case false?: "out"
      }
    let report =
      switch state.report {
      case nil: ""
      case .done(let outcome, let notice):
        ", \(outcome.text)" + (notice.map { " \($0.text)" } ?? "")
      case .failed(let problem): ", \(problem.code)"
      }
    return who + (state.isWorking ? ", working" : "") + report
  }

  /// The states that an observing view sees while `actions` run one after another; the store holds
  /// each up until the view has seen the state before.
  private func statesSeen(
    during actions: [@MainActor (LoginViewModel) async -> Void]
  ) async -> [String] {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    store.wait(for: gate)
    let viewModel = makeViewModel()
    var states = [shown(viewModel.state)]
    opening.finish()
    await viewModel.settled()
    states.append(shown(viewModel.state))
    for action in actions {
      let (gate, opening) = AsyncStream.makeStream(of: Void.self)
      store.wait(for: gate)
      let (changed, change) = AsyncStream.makeStream(of: Void.self)
      withObservationTracking {
        _ = viewModel.state
      } onChange: {
        change.finish()
      }
      let doing = Task { await action(viewModel) }
      for await _ in changed {}
      await Task.yield()
      states.append(shown(viewModel.state))
      opening.finish()
      await doing.value
      states.append(shown(viewModel.state))
    }
    return states
  }

  @Test func `shows the stored account once it has loaded`() async {
    let states = await statesSeen(during: [])
    #expect(states == ["unknown, working", "out"])
    let first = makeViewModel()
    await first.login("mina")
    let second = makeViewModel()
    #expect(second.isLoggedIn == nil)
    #expect(second.nickname == "")
    await second.settled()
    #expect(second.isLoggedIn == true)
    #expect(second.nickname == "mina")
  }

  @Test func `shows the states of a sign-in, a second one, a rename and a clearing`() async {
    let states = await statesSeen(during: [
      { await $0.login("Gildong") }, { await $0.login(" gildong") },
      { await $0.rename(to: "hong") }, { await $0.clear() },
    ])
    #expect(
      states == [
        "unknown, working",
        "out",
        "out, working",
        "in as Gildong, Signed in as Gildong (a new account).",
        "in as Gildong, working",
        "in as Gildong, Already signed in as Gildong, since 2023-11-14 22:13 UTC. "
          + "The nickname is written \"Gildong\".",
        "in as Gildong, working",
        "in as hong, Gildong is now hong.",
        "in as hong, working",
        "out, Signed out hong.",
      ]
    )
  }

  @Test(arguments: ["", "  ", "a\u{1B}b"])
  func `changes nothing for text that is no nickname, and gives the reason`(typed: String)
    async throws
  {
    let viewModel = makeViewModel()
    await viewModel.login("mina")
    let accounts = try await store.accounts()
    await viewModel.login(typed)
    #expect(shown(viewModel.state) == "in as mina, invalidNickname")
    await viewModel.rename(to: typed)
    #expect(shown(viewModel.state) == "in as mina, invalidNickname")
    #expect(try await store.accounts() == accounts)
  }

  @Test func `has an unknown state if the store fails`() async {
    store.fail(with: StoreFailure(.damaged, at: "x", detail: "y"))
    let viewModel = makeViewModel()
    await viewModel.settled()
    #expect(shown(viewModel.state) == "unknown, storeDamaged")
    await viewModel.login("mina")
    #expect(shown(viewModel.state) == "unknown, storeDamaged")
    await viewModel.clear()
    #expect(shown(viewModel.state) == "unknown, storeDamaged")
  }

  @Test func `keeps showing the account when the store fails later`() async {
    let viewModel = makeViewModel()
    await viewModel.login("mina")
    store.fail(with: StoreFailure(.busy, at: "x", detail: "y"))
    await viewModel.clear()
    #expect(shown(viewModel.state) == "in as mina, storeBusy")
    await viewModel.rename(to: "b")
    #expect(shown(viewModel.state) == "in as mina, storeBusy")
    store.fail(with: nil)
    await viewModel.clear()
    #expect(shown(viewModel.state) == "out, Signed out mina.")
  }

  @Test func `updates its state when a rename finds no account signed in`() async throws {
    let viewModel = makeViewModel()
    await viewModel.login("mina")
    _ = try await store.end(.active, at: ChangeContext(at: clock.now), naming: 9)
    await viewModel.rename(to: "b")
    #expect(shown(viewModel.state) == "out, notSignedIn")
  }

  @Test func `succeeds in clearing when no account is signed in`() async {
    let viewModel = makeViewModel()
    await viewModel.clear()
    #expect(shown(viewModel.state) == "out, Nobody was signed in.")
  }

  @Test func `performs actions in the order of their calls`() async throws {
    let viewModel = makeViewModel()
    let tasks = [
      Task.immediate { await viewModel.login("a") },
      Task.immediate { await viewModel.login("b") },
      Task.immediate { await viewModel.clear() },
    ]
    for task in tasks { await task.value }
    #expect(try await store.accounts().map(\.nickname.text) == ["a", "b"])
    #expect(viewModel.isLoggedIn == false)
  }
}
