import MonikerContract
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerData

/// A step whose time is quadratic compares 20 billion IDs, and runs into the time limit.
///
/// A step whose time is linear takes about a second, so the limit fails it on no machine.
@Suite(.timeLimit(.minutes(15))) struct `The model with 200,000 accounts` {
  private static let count = 200_000
  private static let time = Timestamp(millisecondsSince1970: 1_700_000_000_000)

  /// All accounts have an open session, or have signed out, and each sign-in has its event.
  private static func make(isOpen: Bool = true, lifetime: Int64? = nil) -> StoreState {
    var state = StoreState()
    for number in 1...count {
      let text = "n\(number)"
      let nickname = Nickname(
        storedText: text,
        storedKey: text,
        storedSkeleton: text,
        storedShownSkeleton: text
      )
      guard let nickname else { continue }
      let id = AccountID(high: 1, low: UInt64(number))
      let account = Account(id: id, nickname: nickname, createdAt: time)
      let session = Session(
        id: SessionID(high: 2, low: UInt64(number)),
        accountID: account.id,
        startedAt: time,
        lastSeenAt: time,
        expiresAt: lifetime.map { time.advanced(by: .seconds($0)) },
        idleTimeout: nil,
        origin: Origin(),
        ending: isOpen ? nil : SessionEnding(at: time, .signedOut, recordedAs: number)
      )
      state.append(.account(account, lastSignedInAt: time))
      state.append(.session(session))
      state.append(
        .event(
          HistoryEvent(
            sequence: number,
            time: time,
            kind: isOpen ? .signedIn : .signedOut,
            accountID: account.id,
            nickname: text,
            sessionID: session.id,
            origin: Origin()
          )
        )
      )
    }
    state.append(
      .metadata(
        StoreMetadata(
          activeSessionID: SessionID(high: 2, low: UInt64(count)),
          lastSequence: count,
          settings: StoreSettings(historyLimit: 1_000_000)
        )
      )
    )
    return state
  }

  private static let open = make()

  private static func context(after seconds: Int64 = 1) -> ChangeContext {
    ChangeContext(at: time.advanced(by: .seconds(seconds)))
  }

  private static func request(_ name: String, _ number: UInt64) throws -> SignInChange {
    SignInChange(
      nickname: try Nickname(name),
      newAccountID: AccountID(high: 1, low: number),
      newSessionID: SessionID(high: 2, low: number),
      at: context()
    )
  }

  private static func reference(_ name: String) throws -> NicknameReference {
    try #require(NicknameReference(typed: name))
  }

  /// A step, and how many things its result has.
  struct Step: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let expected: Int
    let count: @Sendable () throws -> Int

    init(_ name: String, _ expected: Int, _ count: @escaping @Sendable () throws -> Int) {
      testDescription = name
      self.expected = expected
      self.count = count
    }
  }

  private static let steps = [
    Step("the list of accounts", count) {
      var (request, found) = (PageRequest.first, 0)
      while true {
        let page = try open.accounts(request, in: .test, at: "memory")
        found += page.entries.count { $0.session != nil }
        guard let next = page.next else { return found }
        request = PageRequest(at: next)
      }
    },
    Step("the list of sessions", count) {
      var (request, found) = (PageRequest.first, 0)
      while true {
        let page = try open.openSessions(request, in: .test, at: "memory")
        found += page.entries.count
        guard let next = page.next else { return found }
        request = PageRequest(at: next)
      }
    },
    Step("the sessions of a prefix", count) {
      let prefix = try #require(SessionIDPrefix("0"))
      return open.sessions(beginningWith: prefix, limit: .max, in: .test).entries.count
    },
    Step("the history", count) {
      var (found, request) = (0, PageRequest.first)
      while true {
        let page = try open.events(.all, request, in: .test, at: "memory")
        found += page.entries.count
        guard let next = page.next else { return found }
        request = PageRequest(at: next)
      }
    },
    Step("the present session", 1) { open.snapshot(of: .active, on: .local).active == nil ? 0 : 1 },
    Step("a check", 0) { open.contradiction() == nil ? 0 : 1 },
    Step("a first sign-in", count + 1) {
      var state = open
      _ = try state.signIn(request("new", 1 << 40))
      return state.sessions.count
    },
    Step("another sign-in", count) {
      var state = open
      _ = try state.signIn(request("n7", 1 << 40))
      return state.sessions.count
    },
    Step("a renaming", 1) {
      var state = open
      _ = try state.rename(.active, to: try Nickname("new"), at: context())
      return state.accounts.count { $0.nickname.text == "new" }
    },
    Step("an activation", 1) {
      var state = open
      _ = try state.activate(.holder(of: reference("n7")), at: context())
      return state.snapshot(of: .active, on: .local).active?.account.nickname.text == "n7" ? 1 : 0
    },
    Step("a removal", count - 1) {
      var state = open
      _ = try state.remove(AccountID(high: 1, low: 7), proof: .notDemanded, at: context())
      return state.accounts.count
    },
    Step("a renewal", count) {
      var state = make(lifetime: 600)
      _ = state.renew(.active, at: context())
      return state.sessions.count
    },
    Step("a sign-out", count - 1) {
      var state = open
      return try state.end(.active, at: context(), naming: .max).stillOpen.count
    },
    Step("the end of as many sessions as end at once", Session.maximumRevocations) {
      var state = open
      return try state.endSessions(.all, at: context()).count
    },
    Step("the end of as many other sessions", Session.maximumRevocations) {
      var state = open
      return try state.endSessions(.others(than: .active), at: context()).count
    },
    Step("a sign-in after all sessions have expired", 0) {
      var state = make(lifetime: 600)
      _ = try state.signIn(request("new", 1 << 40))
      return state.sessions.count { $0.ending?.reason == .expired }
    },
    Step("the record of 1,000 expiries", 1_000) {
      var state = make(lifetime: 600)
      for _ in 1...10 { _ = state.recordExpiries(at: context(after: 3_600)) }
      return state.sessions.count { $0.ending?.reason == .expired }
    },
    Step("a merge", 3 * count) {
      let other = make(isOpen: false)
      var state = StoreState()
      return try state.merge(other.records, at: "test")
    },
    Step("a merge with itself", 0) {
      var state = make(isOpen: false)
      return try state.merge(state.records, at: "test")
    },
  ]

  @Test(arguments: steps)
  func `takes linear time`(step: Step) throws {
    #expect(try step.count() == step.expected)
  }
}
