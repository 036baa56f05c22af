import Glibc
import MonikerContract
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerData

/// A step whose time is quadratic compares each account with each other one.
///
/// With 32 times as many accounts a linear step takes about 32 times as long, a quadratic one 1,024 times.
/// The time is that of the thread on its processor, so that a busy machine changes no verdict.
@Suite struct `The model with 64,000 accounts` {
  private static let time = Timestamp(millisecondsSince1970: 1_700_000_000_000)

  /// The content of a store with a number of accounts.
  struct Content: Sendable {
    let count: Int
    let open: StoreState

    init(count: Int) {
      self.count = count
      open = Self.make(count)
    }

    func make(isOpen: Bool = true, lifetime: Int64? = nil) -> StoreState {
      Self.make(count, isOpen: isOpen, lifetime: lifetime)
    }

    /// All accounts have an open session, or have signed out, and each sign-in has its event.
    private static func make(_ count: Int, isOpen: Bool = true, lifetime: Int64? = nil)
      -> StoreState
    {
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
  }

  private static let few = Content(count: 2_000)
  private static let many = Content(count: 64_000)

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
    let expected: @Sendable (Int) -> Int
    let count: @Sendable (Content) throws -> Int

    init(
      _ name: String,
      _ expected: @escaping @Sendable (Int) -> Int,
      _ count: @escaping @Sendable (Content) throws -> Int
    ) {
      testDescription = name
      self.expected = expected
      self.count = count
    }

    /// Returns the shortest of some times, in nanoseconds of the thread's processor.
    func time(with content: Content, runs: Int) throws -> Int {
      try (1...runs).map { _ in
        let begin = now()
        let result = try count(content)
        let time = now() - begin
        #expect(result == expected(content.count))
        return time
      }.min() ?? 0
    }

    private func now() -> Int {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
  }

  private static let steps = [
    Step("a page of accounts", { _ in 1_000 }) { content in
      try content.open.accounts(.first, in: .test, at: "memory").entries.count { $0.session != nil }
    },
    Step("a page of sessions", { _ in 1_000 }) { content in
      try content.open.openSessions(.first, in: .test, at: "memory").entries.count
    },
    Step("the sessions of a prefix", { $0 }) { content in
      let prefix = try #require(SessionIDPrefix("0"))
      return content.open.sessions(beginningWith: prefix, limit: .max, in: .test).entries.count
    },
    Step("a page of the history", { _ in 1_000 }) { content in
      try content.open.events(.all, .first, in: .test, at: "memory").entries.count
    },
    Step("the present session", { _ in 1 }) { content in
      content.open.snapshot(of: .active, on: .local).active == nil ? 0 : 1
    },
    Step("a check", { _ in 0 }) { content in content.open.contradiction() == nil ? 0 : 1 },
    Step("a first sign-in", { $0 + 1 }) { content in
      var state = content.open
      _ = try state.signIn(request("new", 1 << 40))
      return state.sessions.count
    },
    Step("another sign-in", { $0 }) { content in
      var state = content.open
      _ = try state.signIn(request("n7", 1 << 40))
      return state.sessions.count
    },
    Step("a renaming", { _ in 1 }) { content in
      var state = content.open
      _ = try state.rename(.active, to: try Nickname("new"), at: context())
      return state.accounts.count { $0.nickname.text == "new" }
    },
    Step("an activation", { _ in 1 }) { content in
      var state = content.open
      _ = try state.activate(.holder(of: reference("n7")), at: context())
      return state.snapshot(of: .active, on: .local).active?.account.nickname.text == "n7" ? 1 : 0
    },
    Step("a removal", { $0 - 1 }) { content in
      var state = content.open
      _ = try state.remove(AccountID(high: 1, low: 7), proof: .notDemanded, at: context())
      return state.accounts.count
    },
    Step("a renewal", { $0 }) { content in
      var state = content.make(lifetime: 600)
      _ = state.renew(.active, at: context())
      return state.sessions.count
    },
    Step("a sign-out", { $0 - 1 }) { content in
      var state = content.open
      return try state.end(.active, at: context(), naming: .max).stillOpen.count
    },
    Step("the end of as many sessions as end at once", { min($0, Session.maximumRevocations) }) {
      content in
      var state = content.open
      return try state.endSessions(.all, at: context()).count
    },
    Step("the end of as many other sessions", { min($0 - 1, Session.maximumRevocations) }) {
      content in
      var state = content.open
      return try state.endSessions(.others(than: .active), at: context()).count
    },
    Step("a sign-in after all sessions have expired", { _ in 0 }) { content in
      var state = content.make(lifetime: 600)
      _ = try state.signIn(request("new", 1 << 40))
      return state.sessions.count { $0.ending?.reason == .expired }
    },
    Step("the record of 1,000 expiries", { _ in 1_000 }) { content in
      var state = content.make(lifetime: 600)
      for _ in 1...10 { _ = state.recordExpiries(at: context(after: 3_600)) }
      return state.sessions.count { $0.ending?.reason == .expired }
    },
    Step("a merge", { 3 * $0 }) { content in
      let other = content.make(isOpen: false)
      var state = StoreState()
      return try state.merge(other.records, at: "test")
    },
    Step("a merge with itself", { _ in 0 }) { content in
      var state = content.make(isOpen: false)
      return try state.merge(state.records, at: "test")
    },
  ]

  @Test(arguments: steps)
  func `takes linear time`(step: Step) throws {
    let few = try step.time(with: Self.few, runs: 5)
    let many = try step.time(with: Self.many, runs: 2)
    #expect(many < 160 * few, "\(few) ns for 2,000 accounts, \(many) ns for 64,000")
  }
}
