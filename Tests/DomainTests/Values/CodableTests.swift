import Foundation
import MonikerDomain
import Testing

@Suite struct `An entity` {
  private let account: Account

  init() throws {
    account = Account(
      id: AccountID(high: 1, low: 2),
      nickname: try Nickname("Mina 김"),
      createdAt: Timestamp(millisecondsSince1970: 1_700_000_000_123)
    )
  }

  private static func session(of account: AccountID, isWhole: Bool) -> Session {
    Session(
      id: SessionID(high: 3, low: 4),
      accountID: account,
      deviceID: .local,
      startedAt: Timestamp(millisecondsSince1970: 5),
      lastSeenAt: Timestamp(millisecondsSince1970: 6),
      expiresAt: isWhole ? Timestamp(millisecondsSince1970: 7) : nil,
      idleTimeout: isWhole ? .milliseconds(1_500) : nil,
      origin: isWhole ? Origin(host: "h", terminal: "pts/1") : Origin(),
      ending: isWhole
        ? SessionEnding(at: Timestamp(millisecondsSince1970: 7), .expired, recordedAs: 8) : nil
    )
  }

  private func expectRoundTrip<Value: Codable & Equatable>(_ value: Value) throws {
    let data = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([Value].self, from: data) == [value])
    let list = try PropertyListEncoder().encode([value])
    #expect(try PropertyListDecoder().decode([Value].self, from: list) == [value])
  }

  @Test(arguments: [false, true]) func `is the same after encoding and decoding`(
    isWhole: Bool
  ) throws {
    try expectRoundTrip(account)
    let session = Self.session(of: account.id, isWhole: isWhole)
    try expectRoundTrip(session)
    try expectRoundTrip(AccountSession(account: account, session: session))
    try expectRoundTrip(
      Device(
        id: DeviceID(high: 9, low: 9),
        label: isWhole ? "phone" : nil,
        registeredAt: Timestamp(millisecondsSince1970: 1),
        origin: Origin()
      )
    )
    for kind in HistoryEvent.Kind.allCases {
      try expectRoundTrip(
        HistoryEvent(
          sequence: 1,
          time: Timestamp(millisecondsSince1970: 1),
          kind: kind,
          accountID: account.id,
          nickname: isWhole ? "b" : nil,
          earlierNickname: isWhole ? "a" : nil,
          sessionID: isWhole ? session.id : nil,
          deviceID: .local,
          origin: Origin(host: "h")
        )
      )
    }
  }

  @Test func `is encoded as text and numbers that other programs read`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(account), as: UTF8.self)
    #expect(
      text == """
        {"createdAt":1700000000123,"id":"00000000-0000-0001-0000-000000000002","nickname":\
        {"key":"mina 김","shownSkeleton":"\(account.nickname.shownSkeleton.text)",\
        "skeleton":"\(account.nickname.skeleton.text)","text":"Mina 김"}}
        """
    )
  }

  @Test(arguments: [
    (#""x""#, "UUID"), (#""""#, "UUID"), (#""00000000-0000-0000-0000-00000000000G""#, "UUID"),
  ])
  func `is not made of an ID that is none`(json: String, part: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([AccountID].self, from: Data("[\(json)]".utf8))
    }
    #expect("\(error as Any)".contains(part))
  }

  @Test func `is not made of values that contradict each other`() throws {
    func decode<Value: Decodable>(_: Value.Type, _ json: String) throws -> Value {
      try JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }
    // A session of another account would stop the program.
    let stranger = AccountID(high: 0, low: 0)
    let other = try JSONEncoder().encode(Self.session(of: stranger, isWhole: false))
    let account = try JSONEncoder().encode(account)
    let joined =
      "{\"account\":\(String(decoding: account, as: UTF8.self)),"
      + "\"session\":\(String(decoding: other, as: UTF8.self))}"
    #expect(throws: DecodingError.self) { try decode(AccountSession.self, joined) }
    let forms = #"{"text":"","key":"a","skeleton":"a","shownSkeleton":"a"}"#
    #expect(throws: DecodingError.self) { try decode(Nickname.self, forms) }
    // The same limits as for values that a program makes.
    #expect(try decode([Timestamp].self, "[-5]") == [Timestamp(millisecondsSince1970: 0)])
    let origin = try decode(Origin.self, #"{"host":"a\u0007b","terminal":"t"}"#)
    #expect(origin == Origin(terminal: "t"))
  }
}
