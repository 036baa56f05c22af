import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@testable import MonikerPresentation

@Suite struct `The history` {
  let store = SwitchableRepository(InMemoryRepository())

  private var presenter: HistoryPresenter {
    HistoryPresenter(
      history: HistoryUseCase(history: store, accounts: store, sessions: store, in: .test),
      store: StoreDescription(kind: "test", location: nil)
    )
  }

  /// All pieces of the output.
  private func shown(
    of nickname: String? = nil,
    limit: Int = 9,
    asJSON isJSON: Bool = false
  ) async throws -> (text: String, notice: Message?) {
    var outcome = try await presenter.events(
      of: nickname,
      since: nil,
      limit: limit,
      asJSON: isJSON,
      in: .utc
    )
    var text = ""
    while let piece = try await outcome.next() { text += piece }
    return (text, outcome.notice)
  }

  private func context(_ offset: Int64) -> ChangeContext {
    ChangeContext(
      at: Timestamp(millisecondsSince1970: 1_700_000_000_123 + offset),
      from: Origin(host: "kiosk", terminal: "pts/1")
    )
  }

  private func live() async throws {
    let request = SignInChange(
      nickname: try Nickname("길동"),
      newAccountID: AccountID(high: 0, low: 1),
      newSessionID: SessionID(high: 0, low: 2),
      on: SessionTerms(lifetime: .seconds(5)),
      at: context(0)
    )
    _ = try await store.signIn(request)
    _ = try await store.rename(.active, to: try Nickname("a b"), at: context(1_000))
    _ = try await store.recordExpiries(at: context(9_000))
    _ = try await store.remove(AccountID(high: 0, low: 1), at: context(9_000))
  }

  @Test func `is a line for each event, those of removed accounts marked`() async throws {
    #expect(try await shown().text == "There are no events.\n")
    try await live()
    #expect(try await shown(limit: 0).text == "No event is shown.\n")
    let (text, notice) = try await shown()
    #expect(notice == nil)
    #expect(
      text == """
        1  2023-11-14 22:13:20 UTC  added       길동, since removed (kiosk, pts/1)
        2  2023-11-14 22:13:20 UTC  signed in   길동, since removed (kiosk, pts/1)
        3  2023-11-14 22:13:21 UTC  renamed     a b, formerly 길동, since removed (kiosk, pts/1)
        4  2023-11-14 22:13:25 UTC  expired     a b, since removed
        5  2023-11-14 22:13:29 UTC  removed     a b, since removed (kiosk, pts/1)

        """
    )
  }

  @Test func `reports that there are more events, and shows the newest`() async throws {
    try await live()
    let (text, notice) = try await shown(of: "길동", limit: 1, asJSON: true)
    #expect(notice?.remedies == [.showMoreEvents])
    #expect(
      text == """
        {"events":[{"accountID":"00000000-0000-0000-0000-000000000001","accountRemoved":true,\
        "deviceID":"00000000-0000-0000-0000-000000000000","host":"kiosk","kind":"accountRemoved","nickname":"a b","previousNickname":null,\
        "sequence":5,"sessionID":null,"terminal":"pts/1","time":"2023-11-14T22:13:29.123Z"}],\
        "moreEvents":true,"store":{"kind":"test","location":null}}

        """
    )
  }

  @Test(arguments: [1, 2, 3, 5, 9])
  func `is the same at any batch size`(size: Int) async throws {
    try await live()
    let entries = try await store.events(HistoryQuery(limit: 9))
    for isJSON in [false, true] {
      var outcome = HistoryOutcome(
        PiecewiseHistory(entries, by: size),
        isJSON: isJSON,
        in: .utc,
        store: StoreDescription(kind: "test", location: nil)
      )
      var text = ""
      while let piece = try await outcome.next() { text += piece }
      #expect(try await shown(asJSON: isJSON).text == text)
    }
  }

  @Test func `is one document even without events`() async throws {
    #expect(
      try await shown(asJSON: true).text
        == #"{"events":[],"moreEvents":false,"store":{"kind":"test","location":null}}"# + "\n"
    )
  }

  @Test func `is a problem for an unknown account, and if the store fails`() async throws {
    await #expect {
      try await shown(of: "x", limit: 1)
    } throws: { ($0 as? Problem)?.code == .noSuchAccount }
    store.fail(with: StoreFailure(.busy, at: "a", detail: "b"))
    await #expect {
      try await shown(limit: 1)
    } throws: { ($0 as? Problem)?.code == .storeBusy }
  }
}

/// A history that returns a fixed number of events at a time.
private actor PiecewiseHistory: HistoryContents {
  nonisolated let lastSequence: Int?
  nonisolated let thereAreEarlier = false
  private var entries: ArraySlice<HistoryEntry>
  private let size: Int

  init(_ entries: [HistoryEntry], by size: Int) {
    lastSequence = entries.last?.event.sequence
    self.entries = entries[...]
    self.size = size
  }

  func next() -> [HistoryEntry] {
    defer { entries = entries.dropFirst(size) }
    return Array(entries.prefix(size))
  }
}
