import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@Suite struct `The history use case` {
  let store = SwitchableRepository(InMemoryRepository())
  let useCase: HistoryUseCase
  let context = ChangeContext(at: ManualClock().now)

  init() {
    useCase = HistoryUseCase(history: store, accounts: store, sessions: store, in: .test)
  }

  private func add(_ nickname: String, _ number: UInt64) async throws {
    let id = AccountID(high: 0, low: number)
    _ = try await store.assign(try Nickname(nickname), to: id, at: context)
  }

  @Test func `finds the events of an account by any spelling of its nickname`() async throws {
    try await add("Mina", 1)
    try await add("b", 2)
    #expect(try await useCase.events(limit: 9).rest().map(\.event.nickname) == ["Mina", "b"])
    #expect(
      try await useCase.events(of: " mina", limit: 9).rest().map(\.event.nickname) == ["Mina"]
    )
  }

  @Test func `distinguishes an unknown account from one without events`() async throws {
    try await add("a", 1)
    let later = context.time.advanced(by: .seconds(1))
    #expect(try await useCase.events(of: "a", since: later, limit: 9).rest() == [])
    for name in ["nobody", "", String(repeating: "a", count: 100_000)] {
      await #expect {
        try await useCase.events(of: name, limit: 9)
      } throws: { error in
        if case HistoryError.noSuchAccount = error { true } else { false }
      }
    }
    _ = try await store.remove(AccountID(high: 0, low: 1), at: context)
    #expect(
      try await useCase.events(of: "a", limit: 9).rest().map(\.isOfRemovedAccount) == [true, true]
    )
    #expect(try await useCase.events(of: "a", since: later, limit: 9).rest() == [])
  }

  @Test func `finds the account that was active before on the device, and on no other`()
    async throws
  {
    func signIn(_ name: String, _ number: UInt64, on device: DeviceID) async throws {
      let context = ChangeContext(at: context.time, in: .everything(on: device))
      _ = try await store.signIn(
        SignInChange(
          nickname: try Nickname(name),
          newAccountID: AccountID(high: 0, low: number),
          newSessionID: SessionID(high: 0, low: number),
          at: context
        )
      )
    }
    let other = DeviceID(high: 1, low: 1)
    #expect(try await useCase.previousAccount() == nil)
    try await signIn("a", 1, on: .local)
    try await signIn("b", 2, on: .local)
    try await signIn("c", 3, on: other)
    try await signIn("a", 4, on: other)
    #expect(try await useCase.previousAccount()?.nickname.text == "a")
    let onOther = HistoryUseCase(
      history: store,
      accounts: store,
      sessions: store,
      in: .everything(on: other)
    )
    #expect(try await onOther.previousAccount()?.nickname.text == "c")
  }

  @Test func `rethrows a store's failure`() async throws {
    let failure = StoreFailure(.busy, at: "somewhere", detail: "in use")
    for passes in 0...2 {
      store.fail(with: failure, after: passes)
      await #expect(throws: HistoryError.store(failure)) {
        try await useCase.events(of: "nobody", limit: 9)
      }
    }
  }
}
