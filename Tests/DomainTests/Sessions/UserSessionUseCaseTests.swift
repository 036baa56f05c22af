import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@Suite struct `The user session use case` {
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

  private func signIn(
    _ nickname: String,
    as number: UInt64,
    for milliseconds: Int64? = nil
  ) async throws -> AccountSession {
    let request = SignInChange(
      nickname: try Nickname(nickname),
      newAccountID: AccountID(high: 0, low: number),
      newSessionID: SessionID(high: 0, low: number),
      on: SessionTerms(lifetime: milliseconds.map { .milliseconds($0) }),
      at: ChangeContext(at: clock.now)
    )
    return try await store.signIn(request).active
  }

  @Test func `reports that no account is signed in`() async throws {
    #expect(try await session.current() == .signedOut)
    #expect(try await !session.isSignedIn())
  }

  @Test func `compares a session's times with the clock, to the millisecond`() async throws {
    let active = try await signIn("a", as: 1, for: 1_000)
    clock.advance(by: 999)
    #expect(try await session.current() == .signedIn(active))
    #expect(try await session.isSignedIn())
    clock.advance(by: 1)
    let ending = SessionEnding(at: clock.now, .expired)
    let ended = AccountSession(account: active.account, session: active.session.ended(ending))
    #expect(try await session.current() == .ended(ended))
    #expect(try await !session.isSignedIn())
  }

  @Test func `clears the session, and names who is still signed in`() async throws {
    let first = try await signIn("a", as: 1)
    _ = try await signIn("expired", as: 2, for: 5)
    let third = try await signIn("c", as: 3)
    clock.advance(by: 5)
    let signOut = try await session.signOut()
    #expect(signOut.ended?.session.id == third.session.id)
    #expect(signOut.ended?.session.ending?.reason == .signedOut)
    #expect(signOut.stillOpen == [first])
    #expect(try await session.current() == .signedOut)
    #expect(
      try await session.signOut() == SignOut(ended: nil, stillOpen: [first], moreAreOpen: false)
    )
  }

  @Test(arguments: [(2, 1, true), (3, 2, true), (4, 3, false)])
  func `names no more sessions than requested`(limit: Int, count: Int, more: Bool) async throws {
    for number in 1...4 { _ = try await signIn("n\(number)", as: UInt64(number)) }
    let signOut = try await session.signOut(naming: limit - 1)
    #expect(signOut.stillOpen.count == count)
    #expect(signOut.moreAreOpen == more)
  }

  @Test func `passes on the changes of the store`() async throws {
    var changes = session.changes().makeAsyncIterator()
    #expect(try await changes.next()?.active == nil)
    let active = try await signIn("a", as: 1)
    #expect(try await changes.next()?.active == active)
  }

  @Test func `never reports a store's failure as signed out`() async throws {
    let failure = StoreFailure(.busy, at: "somewhere", detail: "in use")
    store.fail(with: failure)
    await #expect(throws: SessionError.store(failure)) { try await session.current() }
    await #expect(throws: SessionError.store(failure)) { try await session.isSignedIn() }
    await #expect(throws: SessionError.store(failure)) { try await session.signOut() }
  }
}
