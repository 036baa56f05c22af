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
  }

  @Test func `is a line for each event, those of removed accounts without texts`() async throws {
    #expect(try await shown().text == "There are no events.\n")
    try await live()
    #expect(try await shown(limit: 0).text == "No event is shown.\n")
    let (text, notice) = try await shown()
    #expect(notice == nil)
    #expect(
      text == """
        1  2023-11-14 22:13:20 UTC  added       길동 (kiosk, pts/1)
        2  2023-11-14 22:13:20 UTC  signed in   길동 (kiosk, pts/1)
        3  2023-11-14 22:13:21 UTC  renamed     a b, formerly 길동 (kiosk, pts/1)
        4  2023-11-14 22:13:25 UTC  expired     a b

        """
    )
    _ = try await store.remove(AccountID(high: 0, low: 1), at: context(9_000))
    #expect(
      try await shown(limit: 2).text == """
        4  2023-11-14 22:13:25 UTC  expired     a removed account
        5  2023-11-14 22:13:29 UTC  removed     a removed account

        """
    )
  }

  @Test func `comes in pages, the newest first, in words that stand by themselves`() async throws {
    try await live()
    let first = try #require(try await presenter.page(at: nil, limit: 3))
    #expect(first.rows.map(\.kind) == ["expired", "renamed", "signed in"])
    #expect(first.rows.map(\.earlierNickname) == [nil, "길동", nil])
    #expect(first.rows.map(\.place) == ["", "kiosk, pts/1", "kiosk, pts/1"])
    #expect(first.rows.first?.time.text == "2023-11-14 22:13 UTC")
    let last = try #require(try await presenter.page(at: first.next, limit: 3))
    #expect(last.rows.map(\.kind) == ["account added"] && last.next == nil)
    #expect(try await presenter.page(at: PageCursor("none of this list"), limit: 3) == nil)
  }

  @Test func `reports that there are more events, and shows the newest`() async throws {
    try await live()
    _ = try await store.remove(AccountID(high: 0, low: 1), at: context(9_000))
    let (text, notice) = try await shown(limit: 1, asJSON: true)
    #expect(notice?.remedies == [.showMoreEvents])
    #expect(
      text == """
        {"events":[{"accountID":"00000000-0000-0000-0000-000000000001","accountRemoved":true,\
        "deviceID":"00000000-0000-0000-0000-000000000000","host":null,"kind":"accountRemoved","nickname":null,"previousNickname":null,\
        "sequence":5,"sessionID":null,"terminal":null,"time":"2023-11-14T22:13:29.123Z"}],\
        "moreEvents":true,"store":{"kind":"test","location":null}}

        """
    )
  }

  @Test func `comes in pieces, which form one document`() async throws {
    _ = try await store.set(StoreSettings(historyLimit: 9_000))
    for number in 1...2_100 as ClosedRange<Int64> {
      _ = try await store.assign(
        try Nickname(number.isMultiple(of: 2) ? "even" : "odd"),
        to: AccountID(high: 0, low: 1),
        at: context(number)
      )
    }
    for isJSON in [false, true] {
      let (text, notice) = try await shown(limit: 2_050, asJSON: isJSON)
      #expect(notice != nil)
      let parts = text.split(separator: isJSON ? #""sequence":"# : "\n")
      let numbers = parts.compactMap { Int($0.drop { $0 == " " }.prefix { $0.isNumber }) }
      #expect(numbers == Array(51...2_100))
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
