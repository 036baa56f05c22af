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

  private func all(_ reader: HistoryReader) async throws -> [HistoryEvent] {
    var reader = reader
    var events: [HistoryEvent] = []
    while case let next = try await reader.next(), !next.isEmpty { events += next }
    return events
  }

  private func events(
    of typed: String? = nil,
    since: Timestamp? = nil,
    limit: Int
  ) async throws -> [HistoryEvent] {
    try await all(try await useCase.events(of: typed, since: since, limit: limit))
  }

  private func add(_ nickname: String, _ number: UInt64) async throws {
    let id = AccountID(high: 0, low: number)
    _ = try await store.assign(try Nickname(nickname), to: id, at: context)
  }

  @Test func `finds the events of an account by any spelling of its nickname`() async throws {
    try await add("Mina", 1)
    try await add("b", 2)
    #expect(try await events(limit: 9).map(\.nickname) == ["Mina", "b"])
    #expect(try await events(of: " mina", limit: 9).map(\.nickname) == ["Mina"])
  }

  @Test func `distinguishes an unknown account from one without events`() async throws {
    try await add("a", 1)
    let later = context.time.advanced(by: .seconds(1))
    #expect(try await events(of: "a", since: later, limit: 9) == [])
    _ = try await store.remove(AccountID(high: 0, low: 1), at: context)
    for name in ["nobody", "", String(repeating: "a", count: 100_000), "a"] {
      await #expect {
        try await useCase.events(of: name, limit: 9)
      } throws: { error in
        if case HistoryError.noSuchAccount = error { true } else { false }
      }
    }
    #expect(try await events(limit: 9).map(\.nickname) == [nil, nil])
  }

  /// More events than two pages have.
  private func live() async throws {
    let account = Account(
      id: AccountID(high: 0, low: 1),
      nickname: try Nickname("a"),
      createdAt: context.time
    )
    let events = (1...2_500).map { number in
      StoreRecord.event(
        HistoryEvent(
          sequence: number,
          time: context.time.advanced(by: .milliseconds(number)),
          kind: .switched,
          accountID: account.id,
          nickname: "a",
          sessionID: nil,
          origin: Origin()
        )
      )
    }
    let metadata = StoreMetadata(activeSessionID: nil, lastSequence: 2_500)
    _ = try await store.set(StoreSettings(historyLimit: 10_000))
    _ = try await store.merge(
      [.account(account, lastSignedInAt: nil)] + events + [.metadata(metadata)]
    )
  }

  @Test(arguments: [-1, 0, 1, 999, 1_000, 1_001, 2_000, 2_001, 2_499, 2_500, 2_501, .max])
  func `reads the newest events up to any limit, the oldest of them first`(limit: Int)
    async throws
  {
    try await live()
    let reader = try await useCase.events(limit: limit)
    let count = min(2_500, max(0, limit))
    #expect(reader.hasEarlierEvents == (count < 2_500))
    #expect(reader.lastSequence == (count == 0 ? nil : 2_500))
    #expect(try await all(reader).map(\.sequence) == Array((1...2_500).suffix(count)))
  }

  @Test func `reads no event twice, and none that is new, while others change the store`()
    async throws
  {
    try await live()
    var reader = try await useCase.events(limit: 2_200)
    #expect(try await reader.next().map(\.sequence) == Array(301...500))
    _ = try await store.set(StoreSettings(historyLimit: 1_200))
    // Forgets the events up to 1,000.
    _ = try await store.assign(
      try Nickname("b"),
      to: AccountID(high: 0, low: 1),
      at: context
    )
    #expect(try await store.events(limit: .max).first?.sequence == 1_001)
    #expect(try await all(reader).map(\.sequence) == Array(1_001...2_500))
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
    try await add("a", 1)
    let failure = StoreFailure(.busy, at: "somewhere", detail: "in use")
    for passes in 0...1 {
      store.fail(with: failure, after: passes)
      await #expect(throws: HistoryError.store(failure)) {
        try await useCase.events(of: "a", limit: 9)
      }
    }
  }
}
