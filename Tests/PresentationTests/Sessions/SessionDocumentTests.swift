import FoundationEssentials
import MonikerDomain
import MonikerPresentation
import Testing

@Suite struct `The document of a session` {
  private static let time = Timestamp(millisecondsSince1970: 1_795_248_000_123)

  private static func session(
    until end: Timestamp? = nil,
    idle idleTimeout: Duration? = nil,
    from origin: Origin = Origin(),
    ending: SessionEnding? = nil
  ) -> Session {
    Session(
      id: SessionID(high: 1, low: 2),
      accountID: AccountID(high: 3, low: 4),
      deviceID: DeviceID(high: 5, low: 6),
      startedAt: time,
      lastSeenAt: time.advanced(by: .seconds(1)),
      expiresAt: end,
      idleTimeout: idleTimeout,
      origin: origin,
      ending: ending
    )
  }

  private static let sessions = [
    session(), session(until: time.advanced(by: .seconds(9)), idle: .seconds(3_600)),
    session(from: Origin(host: #"a "quoted" \ host / 길동 👩🏽‍🚀"#, terminal: "pts/1")),
    session(ending: SessionEnding(at: time, .revoked, recordedAs: 7)),
  ]

  @Test(arguments: sessions, ["mina", "길동", #"O'Brien "the" \ 3rd"#, "é👍🏿"])
  func `is the same as by an encoder with sorted keys`(
    session: Session,
    nickname: String
  ) throws {
    let account = Account(
      id: session.accountID,
      nickname: try Nickname(nickname),
      createdAt: Self.time
    )
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for isActive in [true, false] {
      let document = SessionDocument(
        SessionEntry(
          holder: AccountSession(account: account, session: session),
          isActive: isActive
        )
      )
      let encoded = String(decoding: try encoder.encode(document), as: UTF8.self)
      #expect(String(decoding: document.json, as: UTF8.self) == encoded)
    }
  }
}
