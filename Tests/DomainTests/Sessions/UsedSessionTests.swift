import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@Suite struct `Using a session` {
  let clock = ManualClock()
  let store: SwitchableRepository
  let session: UserSessionUseCase

  init() {
    store = SwitchableRepository(InMemoryRepository(owner: .test(clock)))
    session = UserSessionUseCase(
      sessions: store,
      in: .test,
      now: { [clock] in clock.now }
    )
  }

  private func signIn(isSliding: Bool) async throws {
    let request = SignInChange(
      nickname: try Nickname("mina"),
      newAccountID: AccountID(high: 0, low: 1),
      newSessionID: SessionID(high: 0, low: 1),
      on: SessionTerms(lifetime: .seconds(600), isSliding: isSliding),
      at: ChangeContext(at: clock.now)
    )
    _ = try await store.signIn(request)
  }

  @Test(arguments: [(false, 599_999, 1), (true, 59_999, 1), (true, 60_000, 2)])
  func `calls the store once, and once more only to renew`(
    isSliding: Bool,
    passed: Int64,
    calls: Int
  ) async throws {
    try await signIn(isSliding: isSliding)
    clock.advance(by: passed)
    let before = store.calls
    let (state, failure) = try await session.use()
    #expect(store.calls - before == calls)
    guard case .signedIn(let active) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(failure == nil)
    let start = active.session.startedAt
    let expiry = (calls == 2 ? clock.now : start).advanced(by: .seconds(600))
    #expect(active.session.expiresAt == expiry)
  }

  @Test(arguments: [1_200_000, 1_200_001, 1_234_567_891, 31_536_000_019] as [Int64])
  func `renews it from the first millisecond on at which its renewal interval has passed`(
    idleTimeout: Int64
  ) throws {
    let session = Session(
      id: SessionID(high: 0, low: 1),
      accountID: AccountID(high: 0, low: 1),
      deviceID: .local,
      startedAt: clock.now,
      lastSeenAt: clock.now,
      expiresAt: clock.now.advanced(by: .milliseconds(idleTimeout)),
      idleTimeout: .milliseconds(idleTimeout),
      origin: Origin()
    )
    let interval = try #require(session.renewalInterval)
    let first = (idleTimeout + 19) / 20
    #expect(interval <= .milliseconds(first) && interval > .milliseconds(first - 1))
    #expect(session.used(at: clock.now.advanced(by: .milliseconds(first - 1))) == nil)
    #expect(session.used(at: clock.now.advanced(by: .milliseconds(first))) != nil)
  }

  @Test func `repeatedly keeps a session with an idle timeout, which ends once it is not used`()
    async throws
  {
    try await signIn(isSliding: true)
    for _ in 0..<50 {
      clock.advance(by: 599_999)
      guard case .signedIn = try await session.use().state else {
        Issue.record("It ended by \(clock.now).")
        return
      }
    }
    clock.advance(by: 600_000)
    guard case .ended(let active) = try await session.use().state else {
      Issue.record("It did not end.")
      return
    }
    #expect(active.session.ending?.time == clock.now)
  }

  @Test func `returns the active account even if the renewal fails`() async throws {
    try await signIn(isSliding: true)
    clock.advance(by: 60_000)
    let failure = StoreFailure(.permissionDenied, at: "somewhere", detail: "no")
    store.fail(with: failure, after: 1)
    let (state, error) = try await session.use()
    #expect(error == .store(failure))
    guard case .signedIn = state else {
      Issue.record("\(state)")
      return
    }
    store.fail(with: failure)
    await #expect(throws: SessionError.store(failure)) { try await session.use() }
  }

  @Test func `compares with the clock, and reports a use in the future`() async throws {
    try await signIn(isSliding: false)
    let start = clock.now
    let year: Int64 = 31_536_000_000
    clock.advance(by: -year)
    #expect(session.futureUse(in: try await session.snapshot()) == start)
    #expect(try await session.isSignedIn())
    clock.advance(by: year - 60_000)
    #expect(session.futureUse(in: try await session.snapshot()) == nil)
    clock.advance(by: 659_999)
    #expect(try await session.isSignedIn())
    clock.advance(by: 1)
    #expect(try await !session.isSignedIn())
  }

  @Test func `ends an expired session once the clock is set forward`() async throws {
    try await signIn(isSliding: true)
    clock.advance(by: 31_536_000_000)
    #expect(try await !session.isSignedIn())
  }
}
