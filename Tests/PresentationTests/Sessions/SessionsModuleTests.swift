import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@testable import MonikerPresentation

/// Tests the VIPER module with the store in memory and views that record their input.
@MainActor
@Suite struct `The sessions module` {
  final class ListView: SessionsView {
    var shown: [String] = []

    func show(_ outcome: SessionsOutcome) {
      shown.append(outcome.text + outcome.remedies.map { " [\($0)]" }.joined())
      if let notice = outcome.notice {
        shown.append("! \(notice.text)" + notice.remedies.map { " [\($0)]" }.joined())
      }
    }

    func show(_ problem: Problem) {
      let remedies = problem.remedies.map { " [\($0)]" }.joined()
      shown.append("\(problem.code.rawValue): \(problem.message)\(remedies)")
    }
  }

  final class DetailView: SessionDetailView {
    var shown: [String] = []

    func show(_ outcome: SessionDetailOutcome) {
      shown.append(outcome.text)
    }
  }

  let clock = ManualClock(1_700_000_000_123)
  let store: SwitchableRepository
  let view = ListView()
  let detail = DetailView()
  let presenter: SessionsPresenter

  init() {
    store = SwitchableRepository(InMemoryRepository(owner: .test(clock)))
    let router = SessionsRouter(
      sessions: SessionsUseCase(
        sessions: store,
        in: .test,
        now: { [clock] in clock.now }
      ),
      store: StoreDescription(kind: "test", location: nil),
      openDetail: { [detail] in detail }
    )
    presenter = router.makeList(for: view)
  }

  private func signIn(_ name: String, _ session: UInt64, on terms: SessionTerms) async throws {
    let request = SignInChange(
      nickname: try Nickname(name),
      newAccountID: AccountID(high: 0, low: session),
      newSessionID: SessionID(high: session, low: 1),
      on: terms,
      at: ChangeContext(at: clock.now, from: Origin(host: "kiosk", terminal: "pts/1"))
    )
    _ = try await store.signIn(request)
  }

  private func signInThree() async throws {
    try await signIn("길동", 0x1111_0000 << 32, on: .unlimited)
    clock.advance(by: 3_600_000)
    try await signIn("mina", 0x1111_1111 << 32, on: SessionTerms(lifetime: .seconds(60)))
    let sliding = SessionTerms(lifetime: .seconds(28_800), isSliding: true)
    try await signIn("b", 0x2222_0000 << 32, on: sliding)
    clock.advance(by: 90_000)
  }

  @Test func `shows that there are no sessions`() async {
    await presenter.list(endedLimit: 10)
    #expect(view.shown == ["There are no sessions. [signIn(nil)]"])
  }

  @Test func `shows a line for each session, with times relative to now`() async throws {
    try await signInThree()
    await presenter.list(endedLimit: 10)
    #expect(
      view.shown == [
        """
          ID        STATE    STARTED         LAST SEEN       ENDS           NICKNAME
          11110000  open     1 h 1 min ago   1 h 1 min ago   never          길동 (kiosk, pts/1)
          11111111  expired  1 min 30 s ago  1 min 30 s ago  30 s ago       mina (kiosk, pts/1)
        * 22220000  open     1 min 30 s ago  1 min 30 s ago  in 7 h 58 min  b (kiosk, pts/1)
        """
      ]
    )
  }

  @Test func `shows a session by a prefix of its ID`() async throws {
    try await signInThree()
    await presenter.choose("2222")
    #expect(view.shown == [])
    #expect(
      detail.shown == [
        """
        Session:   22220000-0000-0000-0000-000000000001
        Account:   b (00000000-0000-0000-2222-000000000000)
        State:     open, the active one
        Where:     kiosk, pts/1
        Started:   2023-11-14T23:13:20.123Z (1 min 30 s ago)
        Last seen: 2023-11-14T23:13:20.123Z (1 min 30 s ago)
        Expires:   2023-11-15T07:13:20.123Z (in 7 h 58 min)
        Renewed:   by use, for 8 h
        """
      ]
    )
    await presenter.choose("11111111")
    #expect(
      detail.shown.last?.hasSuffix("Ended:     2023-11-14T23:14:20.123Z (30 s ago), expired")
        == true
    )
  }

  @Test(arguments: [
    ("1111", "ambiguous: Several IDs begin with 1111"),
    ("9", "noSuchSession: There is no session 9."),
    ("길", "noSuchSession: There is no session 길."),
  ])
  func `shows why a session cannot be shown or ended`(typed: String, message: String) async throws {
    try await signInThree()
    await presenter.choose(typed)
    await presenter.end(typed)
    #expect(detail.shown == [])
    #expect(
      view.shown.count == 2 && view.shown.allSatisfy { $0.hasPrefix(message) },
      "\(view.shown)"
    )
  }

  @Test func `ends sessions, and reports an active account without a session`() async throws {
    try await signInThree()
    await presenter.end("11110")
    await presenter.end("11110")
    await presenter.end("11111111")
    await presenter.end(.subject(.active))
    await presenter.end(.others(than: .active))
    await presenter.end(.all)
    #expect(
      view.shown == [
        "The session 11110000 (길동) is ended.",
        "The session of 길동 was ended at 2023-11-14 23:14 UTC. Nothing was changed.",
        "The session of mina expired at 2023-11-14 23:14 UTC. Nothing was changed.",
        "The session 22220000 (b) is ended.",
        "! b is still the active account, but its session has ended. [signInAgain(\"b\")]",
        "sessionEnded: The session of b was ended at 2023-11-14T23:14:50.123Z. "
          + "[signInAgain(\"b\")]",
        "There is no session to end.",
      ]
    )
  }

  @Test func `names several sessions that were ended`() async throws {
    try await signInThree()
    await presenter.end(.all)
    #expect(view.shown[0].hasPrefix("2 sessions are ended: 11110000 (길동), 22220000 (b)."))
  }

  @Test func `shows a store's failure as a readable error`() async throws {
    store.fail(with: StoreFailure(.busy, at: "/a/b", detail: "in use"))
    await presenter.list(endedLimit: 1)
    await presenter.choose("1")
    await presenter.end("1")
    await presenter.end(.all)
    #expect(view.shown.count == 4)
    #expect(Set(view.shown).count == 1)
    #expect(
      view.shown[0] == "storeBusy: The store /a/b failed: in use. Nothing was changed. Try again."
    )
  }

  @Test func `does not retain its view`() async throws {
    var gone: ListView? = ListView()
    weak let view = gone
    let router = SessionsRouter(
      sessions: SessionsUseCase(
        sessions: store,
        in: .test,
        now: { [clock] in clock.now }
      ),
      store: StoreDescription(kind: "test", location: nil),
      openDetail: { [detail] in detail }
    )
    let presenter = try router.makeList(for: #require(gone))
    gone = nil
    #expect(view == nil)
    await presenter.list(endedLimit: 1)
  }
}
