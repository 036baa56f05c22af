import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@Suite struct `The states of the active session` {
  let clock = ManualClock()
  let store: SwitchableRepository
  let session: UserSessionUseCase

  init() {
    store = SwitchableRepository(InMemoryRepository(owner: .test(clock)))
    session = UserSessionUseCase(
      sessions: store,
      in: .test,
      now: { [clock] in clock.now },
      sleep: { [clock] in try await clock.sleep(until: $0) }
    )
  }

  private func signIn(for lifetime: Duration? = nil) async throws -> AccountSession {
    let request = SignInChange(
      nickname: try Nickname("mina"),
      newAccountID: AccountID(high: 0, low: 1),
      newSessionID: SessionID(high: 0, low: 1),
      on: SessionTerms(lifetime: lifetime),
      at: ChangeContext(at: clock.now)
    )
    return try await store.signIn(request).active
  }

  @Test func `begin with the current one, and follow each change`() async throws {
    var states = session.states().makeAsyncIterator()
    #expect(try await states.next() == .signedOut)
    let active = try await signIn()
    #expect(try await states.next() == .signedIn(active))
    _ = try await session.signOut()
    #expect(try await states.next() == .signedOut)
  }

  @Test(.timeLimit(.minutes(10)))
  func `include an expiry, even if nothing else happens`() async throws {
    let active = try await signIn(for: .seconds(3_600))
    var states = session.states().makeAsyncIterator()
    #expect(try await states.next() == .signedIn(active))
    clock.advance(by: 3_600_000)
    guard case .ended(let ended) = try await states.next() else {
      Issue.record("It did not end.")
      return
    }
    #expect(ended.session.ending == SessionEnding(at: clock.now, .expired))
  }

  @Test func `report an end once, even if another call records it later`() async throws {
    _ = try await signIn(for: .milliseconds(5))
    clock.advance(by: 5)
    var states = session.states().makeAsyncIterator()
    guard case .ended = try await states.next() else {
      Issue.record("It did not end.")
      return
    }
    let context = ChangeContext(at: clock.now)
    #expect(try await store.recordExpiries(at: context) == 1)
    #expect(try await store.current().active?.session.ending?.sequence != nil)
    _ = try await session.signOut()
    #expect(try await states.next() == .signedOut)
  }

  @Test func `end with the failure of a store`() async throws {
    let failure = StoreFailure(.unreachable, at: "somewhere", detail: "gone")
    let failing = UserSessionUseCase(
      sessions: FailingChanges(store, failure),
      in: .test,
      now: { [clock] in clock.now }
    )
    var states = failing.states().makeAsyncIterator()
    await #expect(throws: SessionError.store(failure)) { try await states.next() }
    #expect(try await states.next() == nil)
  }

  @Test func `end if the reading task is cancelled`() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let reading = Task { [session] in
      var count = 0
      for try await _ in session.states() {
        count += 1
        start.finish()
      }
      return count
    }
    for await _ in started {}
    reading.cancel()
    #expect(try await reading.value == 1)
  }
}
