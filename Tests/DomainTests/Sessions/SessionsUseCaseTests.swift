import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@Suite struct `The sessions use case` {
  let clock = ManualClock()
  let store: SwitchableRepository
  let useCase: SessionsUseCase

  init() {
    store = SwitchableRepository(InMemoryRepository(owner: .test(clock)))
    useCase = SessionsUseCase(
      sessions: store,
      in: .test,
      now: { [clock] in clock.now }
    )
  }

  private func signIn(
    _ nickname: String,
    _ session: UInt64,
    for lifetime: Duration? = nil
  ) async throws {
    let request = SignInChange(
      nickname: try Nickname(nickname),
      newAccountID: AccountID(high: 1, low: session),
      newSessionID: SessionID(high: session << 32, low: 0),
      on: SessionTerms(lifetime: lifetime),
      at: ChangeContext(at: clock.now)
    )
    _ = try await store.signIn(request)
  }

  @Test func `lists an expired session as ended, even if the expiry is not recorded`() async throws
  {
    try await signIn("a", 1, for: .seconds(1))
    try await signIn("b", 2)
    clock.advance(by: 1_000)
    let (list, time) = try await useCase.list(endedLimit: 0)
    #expect(time == clock.now)
    #expect(list.entries.map(\.session.ending?.reason) == [.expired, nil])
    clock.advance(by: -1)
    #expect(try await useCase.list(endedLimit: 0).list.entries.first?.session.ending == nil)
  }

  @Test func `finds a session by a unique prefix`() async throws {
    try await signIn("a", 0x1200_0000)
    try await signIn("b", 0x1300_0000)
    #expect(try await useCase.session("12").entry.account.nickname.text == "a")
    await #expect(throws: SessionError.noSuchSession("x")) { try await useCase.session("x") }
    await #expect(throws: SessionError.noSuchSession("14")) { try await useCase.session("14") }
    await #expect {
      try await useCase.session("1")
    } throws: { error in
      guard case SessionError.ambiguous("1", let entries) = error else { return false }
      return entries.map(\.account.nickname.text) == ["a", "b"]
    }
  }

  @Test func `ends a session once, and then reports that it had ended`() async throws {
    try await signIn("a", 1)
    let first = try await useCase.end("00000001")
    #expect(first.wasOpen && first.entry.session.ending?.reason == .revoked)
    clock.advance(by: 9)
    let second = try await useCase.end("00000001")
    #expect(!second.wasOpen && second.entry == first.entry)
  }

  @Test func `ends any number of sessions, with or without an intention ID`() async throws {
    let count = UInt64(Session.maximumRevocations + 3)
    for intention in [nil, IntentionID(high: 0, low: 1)] {
      let store = InMemoryRepository(owner: .test(clock))
      let account = Account(
        id: AccountID(high: 0, low: 1),
        nickname: try Nickname("a"),
        createdAt: clock.now
      )
      let sessions = (1...count).map { number in
        StoreRecord.session(
          Session(
            id: SessionID(high: 0, low: number),
            accountID: account.id,
            deviceID: DeviceID(high: 1, low: number),
            startedAt: clock.now,
            lastSeenAt: clock.now,
            expiresAt: nil,
            origin: Origin()
          )
        )
      }
      let metadata = StoreMetadata(activeSessionID: nil, lastSequence: 0)
      _ = try await store.merge(
        [.account(account, lastSignedInAt: nil)] + sessions + [.metadata(metadata)]
      )
      let useCase = SessionsUseCase(
        sessions: store,
        in: RequestContext(in: .test, intention: intention),
        now: { [clock] in clock.now }
      )
      let ended = try await useCase.end(.all).entries
      #expect(ended.map(\.session.id.low) == Array(1...count))
      #expect(try await store.openSessions(.first, in: .test).entries == [])
    }
  }

  @Test func `treats an expired session as ended`() async throws {
    try await signIn("a", 1, for: .seconds(1))
    clock.advance(by: 1_000)
    let ended = try await useCase.end("00000001")
    #expect(!ended.wasOpen && ended.entry.session.ending?.reason == .expired)
  }

  @Test func `rethrows the reason why no session was ended`() async throws {
    await #expect(throws: SessionError.notSignedIn) { try await useCase.end(.subject(.active)) }
    #expect(try await useCase.end(.all).entries == [])
    let failure = StoreFailure(.busy, at: "somewhere", detail: "in use")
    store.fail(with: failure)
    await #expect(throws: SessionError.store(failure)) { try await useCase.list(endedLimit: 1) }
    await #expect(throws: SessionError.store(failure)) { try await useCase.end(.all) }
    await #expect(throws: SessionError.store(failure)) { try await useCase.end("1") }
  }
}
