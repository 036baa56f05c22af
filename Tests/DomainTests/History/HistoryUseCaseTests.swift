import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@Suite struct `The history use case` {
  let store = SwitchableRepository(InMemoryRepository())
  let useCase: HistoryUseCase
  let context = RequestContext(at: ManualClock().now)

  init() {
    useCase = HistoryUseCase(history: store, accounts: store, in: .test)
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
