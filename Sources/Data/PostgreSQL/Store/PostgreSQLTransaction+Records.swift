#if Server
import MonikerDomain
import MonikerModel

/// The content of the database as records, in their order, read in pages.
extension PostgreSQLTransaction {
  /// The position of a reader in the records: after a row of a table.
  enum RecordPlace {
    case accounts(behind: Int64)
    case profiles(behind: Int64)
    case restingNicknames(behind: Int64)
    case devices(behind: Int64)
    case sessions(behind: Int64)
    case events(behind: Int64)
    case metadata
    case end

    static let start = RecordPlace.accounts(behind: .min)
  }

  private typealias Numbered = (number: Int64, record: StoreRecord)

  /// The records after a position, and the position after them.
  ///
  /// - Parameters:
  ///   - place: the position.
  ///   - limit: the most rows to read from one table.
  func records(
    _ place: RecordPlace,
    limit: Int
  ) throws(PostgreSQLFailure) -> ([StoreRecord], RecordPlace) {
    func page(
      _ found: [Numbered],
      _ place: (Int64) -> RecordPlace,
      or next: RecordPlace
    ) -> ([StoreRecord], RecordPlace) {
      (found.map(\.record), found.last.map { place($0.number) } ?? next)
    }
    switch place {
    case .accounts(let number):
      let found = try accountRecords(number, limit)
      return page(found, RecordPlace.accounts, or: .profiles(behind: .min))
    case .profiles(let number):
      let found = try profileRecords(number, limit)
      return page(found, RecordPlace.profiles, or: .restingNicknames(behind: .min))
    case .restingNicknames(let number):
      let found = try restingRecords(number, limit)
      return page(found, RecordPlace.restingNicknames, or: .devices(behind: .min))
    case .devices(let number):
      let found = try deviceRecords(number, limit)
      return page(found, RecordPlace.devices, or: .sessions(behind: .min))
    case .sessions(let number):
      let found = try sessionRecords(number, limit)
      return page(found, RecordPlace.sessions, or: .events(behind: .min))
    case .events(let number):
      return page(try eventRecords(number, limit), RecordPlace.events, or: .metadata)
    case .metadata:
      return ([.metadata(try metadata())], .end)
    case .end:
      return ([], .end)
    }
  }

  static let accountRecords = """
    SELECT \(storedAccountColumns), last_signed_in_at FROM account
    WHERE number > $1 ORDER BY number LIMIT $2
    """

  private func accountRecords(
    _ number: Int64,
    _ limit: Int
  ) throws(PostgreSQLFailure) -> [Numbered] {
    try rows(Self.accountRecords, .integer(number), .count(limit)) {
      row throws(PostgreSQLFailure) in
      let stored = try row.storedAccount()
      let record = StoreRecord.account(
        stored.account,
        lastSignedInAt: try row.optionalTimestamp(9),
        recoveryKey: stored.recoveryKey,
        suspendedAt: stored.suspendedAt
      )
      return (stored.number, record)
    }
  }

  static let profileRecords = """
    SELECT account.id, \(profileColumns), profile.number
    FROM profile JOIN account ON account.number = profile.number
    WHERE profile.number > $1 ORDER BY profile.number LIMIT $2
    """

  private func profileRecords(
    _ number: Int64,
    _ limit: Int
  ) throws(PostgreSQLFailure) -> [Numbered] {
    try rows(Self.profileRecords, .integer(number), .count(limit)) {
      row throws(PostgreSQLFailure) in
      (try row.integer(6), .profile(try row.profile(at: 1), of: try row.identifier(0)))
    }
  }

  static let restingRecords = """
    SELECT \(restingColumns), number FROM resting_nickname
    WHERE number > $1 ORDER BY number LIMIT $2
    """

  private func restingRecords(
    _ number: Int64,
    _ limit: Int
  ) throws(PostgreSQLFailure) -> [Numbered] {
    try rows(Self.restingRecords, .integer(number), .count(limit)) {
      row throws(PostgreSQLFailure) in
      (try row.integer(6), .restingNickname(try row.restingNickname()))
    }
  }

  static let deviceRecords = """
    SELECT \(deviceColumns), token, next_token, number FROM device
    WHERE number > $1 ORDER BY number LIMIT $2
    """

  private func deviceRecords(
    _ number: Int64,
    _ limit: Int
  ) throws(PostgreSQLFailure) -> [Numbered] {
    try rows(Self.deviceRecords, .integer(number), .count(limit)) {
      row throws(PostgreSQLFailure) in
      let tokens = DeviceTokens(
        confirmed: try row.optionalDigest(5),
        unconfirmed: try row.optionalDigest(6)
      )
      guard let tokens else { throw row.damaged(5) }
      return (try row.integer(7), .device(try row.device(), tokens: tokens))
    }
  }

  static let sessionRecords = """
    SELECT \(sessionColumns), session.number
    FROM session JOIN account ON account.number = session.account
    WHERE session.number > $1 ORDER BY session.number LIMIT $2
    """

  private func sessionRecords(
    _ number: Int64,
    _ limit: Int
  ) throws(PostgreSQLFailure) -> [Numbered] {
    try rows(Self.sessionRecords, .integer(number), .count(limit)) {
      row throws(PostgreSQLFailure) in
      (try row.integer(17), .session(try row.accountSession().session))
    }
  }

  static let eventRecords = """
    SELECT \(eventColumns) FROM event
    WHERE event.number > $1 AND \(isKept) ORDER BY event.number LIMIT $2
    """

  private func eventRecords(
    _ number: Int64,
    _ limit: Int
  ) throws(PostgreSQLFailure) -> [Numbered] {
    try rows(Self.eventRecords, .integer(number), .count(limit)) {
      row throws(PostgreSQLFailure) in (try row.integer(0), .event(try row.event()))
    }
  }

  func metadata() throws(PostgreSQLFailure) -> StoreMetadata {
    StoreMetadata(
      activeSessions: try activeSessions(),
      lastSequence: Int(try lastSequence()),
      settings: try settings()
    )
  }

  static let activeSessions = """
    SELECT active_session.device, session.id
    FROM active_session JOIN session ON session.number = active_session.session
    """

  private func activeSessions() throws(PostgreSQLFailure) -> [DeviceID: SessionID] {
    let pairs = try rows(Self.activeSessions) {
      row throws(PostgreSQLFailure) -> (DeviceID, SessionID) in
      (try row.identifier(0), try row.identifier(1))
    }
    return Dictionary(pairs) { $1 }
  }

  /// The number of the newest event that ever was; 0 if there was none.
  func lastSequence() throws(PostgreSQLFailure) -> Int64 {
    try row("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM event_number_seq") {
      row throws(PostgreSQLFailure) in try row.integer(0)
    } ?? 0
  }

  // MARK: Writing

  /// Adds the next record of another store; the numbers of its events stay.
  func append(_ record: StoreRecord) {
    switch record {
    case .account(let account, let lastSignedInAt, let recoveryKey, let suspendedAt):
      write(Self.insertAccount, Self.values(account))
      setDetails(
        of: account,
        lastSignedInAt: lastSignedInAt,
        recoveryKey: recoveryKey,
        suspendedAt: suspendedAt
      )
    case .profile(let profile, let account):
      set(profile, ofAccountWith: account)
    case .restingNickname(let resting):
      insertResting(resting)
    case .device(let device, let tokens):
      insertRegistered(device, tokens: tokens)
    case .session(let session):
      insert(session, first: false)
    case .event(let event):
      insert(event)
    case .metadata(let metadata):
      if metadata.lastSequence > 0 {
        write("SELECT setval('event_number_seq', $1::bigint)", .count(metadata.lastSequence))
      }
      set(metadata.settings)
      for (device, session) in metadata.activeSessions { makeActive(session, on: device) }
      write(Self.countAllEvents)
    }
  }

  /// Adds an account of another store; a nickname that it holds rests no longer.
  func insert(
    _ account: Account,
    lastSignedInAt: Timestamp?,
    recoveryKey: SecretDigest?,
    suspendedAt: Timestamp?
  ) throws(PostgreSQLFailure) {
    try insert(account)
    removeResting(account.nickname, of: account.id)
    setDetails(
      of: account,
      lastSignedInAt: lastSignedInAt,
      recoveryKey: recoveryKey,
      suspendedAt: suspendedAt
    )
  }

  private func setDetails(
    of account: Account,
    lastSignedInAt: Timestamp?,
    recoveryKey: SecretDigest?,
    suspendedAt: Timestamp?
  ) {
    write(
      """
      UPDATE account SET last_signed_in_at = $2, recovery_key = $3, suspended_at = $4 WHERE id = $1
      """,
      .id(account.id),
      .time(lastSignedInAt),
      .digest(recoveryKey),
      .time(suspendedAt)
    )
  }

  static let insertEvent = """
    INSERT INTO event
      (number, time, kind, account, nickname, earlier_nickname, session, device, host, terminal)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    """

  func insert(_ event: HistoryEvent) {
    write(
      Self.insertEvent,
      .count(event.sequence),
      .time(event.time),
      .text(event.kind.rawValue),
      .id(event.accountID),
      .text(event.nickname),
      .text(event.earlierNickname),
      .id(event.sessionID),
      .id(event.deviceID),
      .text(event.origin.host),
      .text(event.origin.terminal)
    )
  }

  /// Counts the events of each account anew, after some were added by their numbers.
  static let countAllEvents = """
    UPDATE account SET event_count = counted.count
    FROM (
      SELECT account.number, count(event.number) AS count
      FROM account LEFT JOIN event
        ON event.account = account.id AND event.number >= account.first_event
      GROUP BY account.number) AS counted
    WHERE counted.number = account.number AND counted.count <> account.event_count
    """
}
#endif
