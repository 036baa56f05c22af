import MonikerData
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerPresentation

@Suite struct `The history` {
  let store = SwitchableRepository(InMemoryRepository())

  private var presenter: HistoryPresenter {
    HistoryPresenter(
      history: HistoryUseCase(history: store, accounts: store),
      store: StoreDescription(kind: "test", location: nil)
    )
  }

  private func occasion(_ offset: Int64) -> Occasion {
    Occasion(
      at: Timestamp(millisecondsSince1970: 1_700_000_000_123 + offset),
      from: Origin(host: "kiosk", terminal: "pts/1")
    )
  }

  private func live() async throws {
    let request = SignInRequest(
      nickname: try Nickname("길동"),
      newAccountID: AccountID(high: 0, low: 1),
      newSessionID: SessionID(high: 0, low: 2),
      on: SessionTerms(lifetime: .seconds(5)),
      at: occasion(0)
    )
    _ = try await store.signIn(request)
    _ = try await store.rename(.active, to: try Nickname("a b"), at: occasion(1_000))
    _ = try await store.remove(AccountID(high: 0, low: 1), at: occasion(9_000))
  }

  @Test func `is a line for each event, those of removed accounts marked`() async throws {
    #expect(
      try await presenter.events(of: nil, since: nil, limit: 9).text == "Nothing has happened."
    )
    try await live()
    let outcome = try await presenter.events(of: nil, since: nil, limit: 9)
    #expect(outcome.notice == nil)
    #expect(
      outcome.text == """
        1  2023-11-14 22:13:20 UTC  added       길동, removed since (kiosk, pts/1)
        2  2023-11-14 22:13:20 UTC  signed in   길동, removed since (kiosk, pts/1)
        3  2023-11-14 22:13:21 UTC  renamed     a b, before 길동, removed since (kiosk, pts/1)
        4  2023-11-14 22:13:25 UTC  expired     a b, removed since
        5  2023-11-14 22:13:29 UTC  removed     a b, removed since (kiosk, pts/1)
        """
    )
  }

  @Test func `tells that there is more, and shows the last`() async throws {
    try await live()
    let outcome = try await presenter.events(of: "길동", since: nil, limit: 1)
    #expect(outcome.notice?.contains("--limit") == true)
    #expect(
      try JSONDocument.text(outcome) == """
        {"events":[{"accountID":"00000000-0000-0000-0000-000000000001","accountRemoved":true,\
        "host":"kiosk","kind":"accountRemoved","nickname":"a b","previousNickname":null,\
        "sequence":5,"sessionID":null,"terminal":"pts/1","time":"2023-11-14T22:13:29.123Z"}],\
        "moreEvents":true,"store":{"kind":"test","location":null}}
        """
    )
  }

  @Test func `is a problem for nobody, and where the store fails`() async throws {
    await #expect {
      try await presenter.events(of: "x", since: nil, limit: 1)
    } throws: { ($0 as? Problem)?.code == .noSuchAccount }
    store.fail(with: StoreFailure(.busy, at: "a", detail: "b"))
    await #expect {
      try await presenter.events(of: nil, since: nil, limit: 1)
    } throws: { ($0 as? Problem)?.code == .storeBusy }
  }
}
