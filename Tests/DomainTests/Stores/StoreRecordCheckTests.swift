import MonikerDomain
import MonikerDoubles
import Testing

@Suite struct StoreRecordCheckTests {
  private let time = Timestamp(millisecondsSince1970: 1)

  private func account(_ number: UInt64, _ nickname: String) throws -> StoreRecord {
    let id = AccountID(high: 0, low: number)
    let account = Account(id: id, nickname: try Nickname(nickname), createdAt: time)
    return .account(account, lastSignedInAt: nil)
  }

  private func session(
    _ number: UInt64,
    of account: UInt64,
    endedBy sequence: Int? = nil
  ) -> StoreRecord {
    .session(
      Session(
        id: SessionID(high: 0, low: number),
        accountID: AccountID(high: 0, low: account),
        startedAt: time,
        lastSeenAt: time,
        expiresAt: nil,
        origin: Origin(),
        ending: sequence.map { SessionEnding(at: time, .signedOut, recordedAs: $0) }
      )
    )
  }

  private func profile(_ account: UInt64, version: Int = 1) -> StoreRecord {
    let id = AccountID(high: 0, low: account)
    return .profile(Profile(.empty, version: version, changedAt: time), of: id)
  }

  private func event(_ sequence: Int) -> StoreRecord {
    .event(
      HistoryEvent(
        sequence: sequence,
        time: time,
        kind: .signedIn,
        accountID: AccountID(high: 0, low: 1),
        nickname: "a",
        sessionID: nil,
        origin: Origin()
      )
    )
  }

  private func metadata(_ active: UInt64?, _ last: Int) -> StoreRecord {
    let id = active.map { SessionID(high: 0, low: $0) }
    return .metadata(StoreMetadata(activeSessionID: id, lastSequence: last))
  }

  private func device(_ number: UInt8, replacing confirmed: UInt8? = nil) throws -> StoreRecord {
    let device = Device(
      id: DeviceID(high: 0, low: UInt64(number)),
      label: nil,
      registeredAt: Timestamp(millisecondsSince1970: 0),
      origin: Origin()
    )
    let tokens = DeviceTokens(
      confirmed: confirmed.flatMap { SecretDigest(bytes: Array(repeating: $0, count: 32)) },
      unconfirmed: SecretDigest(bytes: Array(repeating: number, count: 32))
    )
    return .device(device, tokens: try #require(tokens))
  }

  private func resting(_ nickname: String, of account: UInt64 = 9) throws -> StoreRecord {
    .restingNickname(
      RestingNickname(
        nickname: try Nickname(nickname),
        accountID: AccountID(high: 0, low: account),
        freedAt: ManualClock().now
      )
    )
  }

  /// The defect of the records: its number, and its text.
  private func defect(_ records: [StoreRecord]) -> String? {
    var check = StoreRecordCheck(of: .store)
    do {
      for record in records { try check.add(record) }
      return nil
    } catch {
      return "\(error.number): \(error.text)"
    }
  }

  @Test func `Records of a store have no defect`() throws {
    let records = [
      try account(1, "a"), try account(2, "b"), try resting("c"), try resting("C"),
      session(1, of: 1, endedBy: 2),
      session(2, of: 1),
      session(3, of: 2), event(1), event(2), event(7), metadata(1, 9),
    ]
    #expect(defect(records) == nil)
    #expect(defect([metadata(nil, 0)]) == nil)
  }

  @Test func `The first record that contradicts others is named`() throws {
    let (a, b) = (try account(1, "a"), try account(2, "b"))
    let cases: [([StoreRecord], String)] = [
      ([a, a], "2: two accounts have the same ID"),
      ([a, profile(2)], "2: a profile belongs to an unknown account"),
      ([a, profile(1), profile(1)], "3: an account has two profiles"),
      ([a, b, profile(2), profile(1)], "4: it is in the wrong order"),
      ([a, profile(1, version: 0)], "2: its version is invalid"),
      ([a, profile(1, version: 1 << 53)], "2: its version is invalid"),
      ([a, session(1, of: 1), profile(1)], "3: it is in the wrong order"),
      ([a, try account(2, "A")], "2: two accounts have the same nickname"),
      (
        [try account(1, "l"), try account(2, "I")],
        "2: two accounts have nicknames that look the same"
      ),
      ([a, session(1, of: 2)], "2: a session belongs to an unknown account"),
      ([a, b, session(1, of: 1), session(1, of: 2)], "4: two sessions have the same ID"),
      (
        [a, session(1, of: 1), session(2, of: 1)],
        "3: an account has an open session on a device, and a later session there"
      ),
      (
        [a, session(1, of: 1), session(2, of: 1, endedBy: 1)],
        "3: an account has an open session on a device, and a later session there"
      ),
      (
        [a, session(1, of: 1, endedBy: 1), session(2, of: 1, endedBy: 1)],
        "3: a session names an event that does not exist as its end"
      ),
      (
        [a, session(1, of: 1, endedBy: 3), event(1), metadata(nil, 2)],
        "4: a session names an event that does not exist as its end"
      ),
      (
        [a, session(1, of: 1, endedBy: 0)],
        "2: a session names an event that does not exist as its end"
      ),
      ([event(2), event(2)], "2: the events are out of order"),
      ([event(2), event(1)], "2: the events are out of order"),
      ([event(2), metadata(nil, 1)], "2: the events are out of order"),
      ([metadata(1, 0)], "1: the active session is unknown"),
      ([event(1), a], "2: it is in the wrong order"),
      ([metadata(nil, 0), a], "2: it is in the wrong order"),
      ([try device(1), a], "2: it is in the wrong order"),
      ([a, session(1, of: 1), try device(1)], "3: it is in the wrong order"),
      ([try device(1), try device(1)], "2: two devices have the same ID or token"),
      (
        [try device(1), try device(2, replacing: 1)],
        "2: two devices have the same ID or token"
      ),
      (
        [a, try resting("A")],
        "2: a nickname rests though another account has it or one that looks the same"
      ),
      (
        [try resting("l"), try resting("I", of: 8)],
        "2: a nickname rests though another account has it or one that looks the same"
      ),
      ([try resting("l"), try resting("l")], "2: a nickname rests twice"),
      ([try resting("b"), a], "2: it is in the wrong order"),
      ([try device(1), try resting("b")], "2: it is in the wrong order"),
      ([try device(0)], "1: two devices have the same ID or token"),
      ([metadata(nil, 0), metadata(nil, 0)], "2: it is in the wrong order"),
      ([event(0)], "1: its number or a nickname is invalid"),
    ]
    for (records, expected) in cases { #expect(defect(records) == expected) }
  }
}
