import Foundation
import MonikerDomain
import MonikerModel
import MonikerDoubles
import MonikerPresentation
import Testing

@Suite struct `The output of commands` {
  let store = InMemoryRepository()
  let description = StoreDescription(kind: "sqlite", location: "/a/b.sqlite")
  let time = Timestamp(millisecondsSince1970: 1_700_000_000_123)

  private func presenter(
    at offset: Int64 = 0,
    _ actingAccount: ActingAccount = .active
  ) -> CurrentSessionPresenter {
    let now = Timestamp(millisecondsSince1970: time.millisecondsSince1970 + offset)
    return CurrentSessionPresenter(
      session: UserSessionUseCase(
        sessions: store,
        in: .test,
        now: { now }
      ),
      store: description,
      actingAccount: actingAccount
    )
  }

  private var nicknames: SetNicknameUseCase {
    SetNicknameUseCase(
      nicknames: store,
      sessions: store,
      in: .test,
      now: { [time] in time }
    )
  }

  private func signIn(lasting lifetime: Duration? = nil) async throws {
    let request = SignInChange(
      nickname: try Nickname("길\"동/"),
      newAccountID: AccountID(high: 0, low: 1),
      newSessionID: SessionID(high: 0, low: 2),
      on: SessionTerms(lifetime: lifetime),
      at: ChangeContext(at: time)
    )
    _ = try await store.signIn(request)
  }

  @Test func `is the nickname alone, and in JSON one line with null for missing values`()
    async throws
  {
    try await signIn()
    let (outcome, _) = try await presenter().actingAccount()
    #expect(outcome.text == "길\"동/")
    #expect(
      try JSONDocument.text(outcome) == """
        {"accountID":"00000000-0000-0000-0000-000000000001","endReason":null,"endedAt":null,\
        "expiresAt":null,\
        "nickname":"길\\"동/","sessionID":"00000000-0000-0000-0000-000000000002",\
        "signedInAt":"2023-11-14T22:13:20.123Z","source":"active",\
        "store":{"kind":"sqlite","location":"/a/b.sqlite"}}
        """
    )
  }

  @Test func `never contains control characters, nor forged lines`() async throws {
    try await signIn()
    let setting = Setting(value: "plist", source: "flag")
    let home = Setting(value: "/h\n\u{9B}31m\u{7F}\u{2028}", source: "HOME")
    let status = try await presenter().status(
      storeSetting: setting,
      homeSetting: home
    )
    #expect(status.text.hasSuffix("Home:  /h<U+000A><U+009B>31m<U+007F><U+2028> (HOME)"))
    let json = try JSONDocument.text(status)
    #expect(json.contains(#""value":"/h\n\u009B31m\u007F"#))
  }

  @Test func `is a problem if no account is signed in`() async throws {
    await #expect { try await presenter().actingAccount() } throws: {
      ($0 as? Problem)?.code == .notSignedIn
    }
    try await signIn(lasting: .milliseconds(876))
    _ = try await presenter(at: 875).actingAccount()
    await #expect { try await presenter(at: 876).actingAccount() } throws: { error in
      let problem = error as? Problem
      return problem?.code == .sessionEnded
        && problem?.message.contains("2023-11-14T22:13:20.999Z") == true
    }
  }

  /// A service tells a device about the active session alone.
  @Test(
    arguments: [
      ("mina", "mina", nil), ("mina", "zoe", .storeUnreachable), (nil, "zoe", .storeUnreachable),
      (nil, nil, .notSignedIn),
    ] as [(String?, String?, Problem.Code?)]
  )
  func `says without a service what is known of the acting account alone`(
    told: String?,
    named: String?,
    code: Problem.Code?
  ) async throws {
    let account = try told.map {
      Account(id: AccountID(high: 0, low: 1), nickname: try Nickname($0), createdAt: time)
    }
    let active = account.map { account in
      AccountSession(
        account: account,
        session: Session(
          id: SessionID(high: 0, low: 2),
          accountID: account.id,
          deviceID: .local,
          startedAt: time,
          lastSeenAt: time,
          expiresAt: nil,
          origin: Origin()
        )
      )
    }
    let rules = try named.map {
      [ActingAccountRule(.flag, called: "--as", naming: NicknameReference(try Nickname($0)))]
    }
    let presenter = presenter(ActingAccount(rules ?? []))
    func lastTold() throws(Problem) -> CurrentSessionOutcome {
      try presenter.lastTold((SessionSnapshot(active: active), time)).outcome
    }
    if let code {
      #expect(#expect(throws: Problem.self) { try lastTold() }?.code == code)
    } else {
      #expect(try lastTold().text == told)
    }
  }

  @Test func `includes each setting of the status and its source`() async throws {
    let setting = Setting(value: "plist", source: "flag")
    let home = Setting(value: nil, source: nil)
    let out = try await presenter().status(
      storeSetting: setting,
      homeSetting: home
    )
    #expect(out.problemCode == .notSignedIn)
    #expect(
      try JSONDocument.text(out) == """
        {"accountID":null,"actingAccountRules":[],"endReason":null,"endedAt":null,\
        "expiresAt":null,"home":{"source":null,"value":null},"nickname":null,\
        "remainingSeconds":null,"sessionID":null,"signedIn":false,"signedInAt":null,"source":null,\
        "store":{"kind":"sqlite","location":"/a/b.sqlite","source":"flag","value":"plist"}}
        """
    )
    try await signIn(lasting: .milliseconds(59_877))
    let signedIn = try await presenter().status(
      storeSetting: setting,
      homeSetting: home
    )
    #expect(signedIn.problemCode == nil)
    #expect(
      signedIn.text == """
        Signed in as 길"동/ since 2023-11-14 22:13 UTC, until 2023-11-14 22:14 UTC (59 s left).
        Store: sqlite /a/b.sqlite (flag)
        Home:  none
        """
    )
    let expired = try await presenter(at: 60_000).status(
      storeSetting: setting,
      homeSetting: home
    )
    #expect(expired.problemCode == .sessionEnded)
    #expect(expired.text.hasPrefix("The session of 길\"동/ expired at 2023-11-14 22:14 UTC."))
  }

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (999, "1970-01-01T00:00:00.999Z"),
      (951_782_400_001, "2000-02-29T00:00:00.001Z"),
      (1_709_164_800_001, "2024-02-29T00:00:00.001Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ] as [(Int64, String)]
  )
  func `has times in the format of RFC 3339, to the millisecond`(
    milliseconds: Int64,
    text: String
  ) async throws {
    let request = SignInChange(
      nickname: try Nickname("a"),
      newAccountID: AccountID(high: 0, low: 1),
      newSessionID: SessionID(high: 0, low: 2),
      at: ChangeContext(at: Timestamp(millisecondsSince1970: milliseconds))
    )
    _ = try await store.signIn(request)
    let json = try JSONDocument.text(try await presenter().actingAccount().outcome)
    #expect(json.contains("\"signedInAt\":\"\(text)\""))
  }
}
