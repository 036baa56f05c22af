import MonikerDomain
import MonikerModel
import MonikerDoubles
import MonikerPresentation
import Testing

@Suite struct `The accounts view model` {
  let clock = ManualClock()
  let store: SwitchableRepository
  let ids = CountingIDs()

  init() {
    store = SwitchableRepository(InMemoryRepository(owner: .test(clock, ids: ids)))
  }

  private func makeViewModel(_ actingAccount: ActingAccount = .active) -> AccountsViewModel {
    AccountsViewModel(
      accounts: AccountsUseCase(
        accounts: store,
        nicknames: store,
        in: .test,
        now: { [clock] in clock.now }
      ),
      actingAccount: actingAccount,
      store: StoreDescription(kind: "test", location: nil)
    )
  }

  private func signIn(_ names: String..., lasting lifetime: Duration? = nil) async throws {
    for name in names {
      let request = SignInChange(
        nickname: try Nickname(name),
        newAccountID: ids.next(),
        newSessionID: ids.next(),
        on: SessionTerms(lifetime: lifetime),
        at: ChangeContext(at: clock.now)
      )
      _ = try await store.signIn(request)
    }
  }

  /// What a view shows of each output, in a few words.
  private func shown(
    _ inputs: [AccountsViewModel.Input],
    by viewModel: AccountsViewModel? = nil
  ) async -> [String] {
    let (stream, continuation) = AsyncStream.makeStream(of: AccountsViewModel.Input.self)
    for input in inputs { continuation.yield(input) }
    continuation.finish()
    var shown: [String] = []
    for await output in (viewModel ?? makeViewModel()).transform(stream) {
      switch output {
      case .accounts(let outcome):
        shown.append(outcome.text + outcome.remedies.map { " [\($0)]" }.joined())
      case .failed(_, let problem): shown.append("\(problem.code)")
      }
    }
    return shown
  }

  @Test func `answers each input with one output, in order`() async throws {
    let shown = await shown([
      .list, .add("mina"), .add("MINA"), .add("a\tb"), .remove("mina", confirmedBy: "mona"),
      .remove("MINA", confirmedBy: " mina "), .remove("mina", confirmedBy: "mina"), .list,
    ])
    #expect(
      shown == [
        "There are no accounts. [addAccount]",
        "mina has an account now. [signIn(Optional(\"mina\"))]", "nicknameTaken",
        "invalidNickname", "usage", "The account mina is removed.", "noSuchAccount",
        "There are no accounts. [addAccount]",
      ]
    )
  }

  @Test func `answers before the next input arrives`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: AccountsViewModel.Input.self)
    var outputs = makeViewModel().transform(stream).makeAsyncIterator()
    for name in ["a", "b", "c"] {
      continuation.yield(.add(name))
      guard case .accounts(let outcome)? = await outputs.next() else {
        Issue.record("no answer to \(name)")
        return
      }
      #expect(outcome.text.hasPrefix(name))
    }
    continuation.finish()
    #expect(await outputs.next() == nil)
  }

  @Test func `lists which account is active, signed in, signed out and expired`() async throws {
    try await signIn("expired", lasting: .milliseconds(1))
    clock.advance(by: 60_000)
    try await signIn("길동", "mina")
    _ = await shown([.add("new")])
    let list = await shown([.list])[0]
    #expect(
      list == """
          STATE       CREATED               LAST SIGNED IN        NICKNAME
          expired     2023-11-14 22:13 UTC  2023-11-14 22:13 UTC  expired
          signed in   2023-11-14 22:14 UTC  2023-11-14 22:14 UTC  길동
        * signed in   2023-11-14 22:14 UTC  2023-11-14 22:14 UTC  mina
          signed out  2023-11-14 22:14 UTC  never                 new
        """
    )
  }

  @Test func `switches to the named account, or to the other one of two`() async throws {
    try await signIn("a", "b")
    _ = await shown([.add("out")])
    #expect(
      await shown([
        .activate("A"), .activate("a"), .activate(nil), .activate("out"), .activate("nobody"),
      ]) == [
        "a is active, and no longer b.", "a is active already.", "b is active, and no longer a.",
        "notSignedIn", "noSuchAccount",
      ]
    )
    try await signIn("c")
    #expect(await shown([.activate(nil)]) == ["ambiguous"])
    for name in ["a", "b"] { _ = await shown([.remove(name, confirmedBy: name)]) }
    #expect(await shown([.activate(nil)]) == ["notSignedIn"])
    try await signIn("late", lasting: .milliseconds(1))
    clock.advance(by: 1)
    #expect(
      await shown([.activate("c"), .activate("late")]) == [
        "c is active, and no longer late.", "sessionEnded",
      ]
    )
  }

  @Test func `switches back to an account that was renamed meanwhile`() async throws {
    try await signIn("a", "b")
    let account = try await store.accounts()[0]
    _ = try await store.assign(
      try Nickname("c"),
      to: account.id,
      at: ChangeContext(at: clock.now)
    )
    #expect(await shown([.reactivate(account)]) == ["c is active, and no longer b."])
  }

  @Test func `does not switch while a rule names another account`() async throws {
    try await signIn("a", "b")
    let reference = try #require(NicknameReference(typed: "a"))
    let rule = ActingAccountRule(
      .variable("MONIKER_AS"),
      called: "the variable MONIKER_AS",
      naming: reference
    )
    let viewModel = makeViewModel(ActingAccount([rule]))
    #expect(
      await shown([.activate("b"), .activate(nil), .activate("A")], by: viewModel) == [
        "actingAccountDecided", "actingAccountDecided", "a is active, and no longer b.",
      ]
    )
    let other = try await store.accounts()[1]
    #expect(await shown([.reactivate(other)], by: viewModel) == ["actingAccountDecided"])
    #expect(try await store.current().active?.account.nickname.text == "a")
    #expect(
      await shown([.activate("A")], by: viewModel) == ["a is active already."]
    )
  }

  @Test func `never reports a store's failure as a store without accounts`() async throws {
    store.fail(with: StoreFailure(.damaged, at: "somewhere", detail: "broken"))
    let all: [AccountsViewModel.Input] = [
      .list, .add("a"), .remove("a", confirmedBy: "a"), .activate("a"), .activate(nil),
    ]
    #expect(await shown(all) == Array(repeating: "storeDamaged", count: all.count))
  }

  @Test func `reports what was done even if the accounts cannot be read after it`() async throws {
    let failure = StoreFailure(.inputOutput, at: "somewhere", detail: "broken")
    store.fail(with: failure, after: 1)
    #expect(
      await shown([.add("mina"), .list]) == [
        "mina has an account now. [signIn(Optional(\"mina\"))]", "inputOutput",
      ]
    )
  }

  @Test func `ends when its reader stops`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: AccountsViewModel.Input.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    continuation.onTermination = { _ in end.finish() }
    let reader = Task { [viewModel = makeViewModel()] in
      for await _ in viewModel.transform(stream) {}
    }
    continuation.yield(.list)
    reader.cancel()
    for await _ in ended {}
  }
}
