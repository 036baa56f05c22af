import MonikerDomain

/// The content of the database as records, in their order, read in pages.
extension SQLiteConnection {
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

  /// The records after a position, and the position after them.
  ///
  /// - Parameters:
  ///   - place: the position.
  ///   - limit: the most rows to read from one table.
  func records(
    _ place: RecordPlace,
    limit: Int
  ) throws(StoreFailure) -> ([StoreRecord], RecordPlace) {
    switch place {
    case .accounts(let number):
      let found = try accountRecords(behind: number, limit: limit)
      return (
        found.map(\.record),
        found.last.map { .accounts(behind: $0.number) } ?? .profiles(behind: .min)
      )
    case .profiles(let number):
      let found = try profileRecords(behind: number, limit: limit)
      return (
        found.map(\.record),
        found.last.map { .profiles(behind: $0.number) } ?? .restingNicknames(behind: .min)
      )
    case .restingNicknames(let number):
      let found = try restingNicknames(behind: number, limit: limit)
      return (
        found.map { .restingNickname($0.resting) },
        found.last.map { .restingNicknames(behind: $0.number) } ?? .devices(behind: .min)
      )
    case .devices(let number):
      let found = try deviceRecords(behind: number, limit: limit)
      return (
        found.map(\.record),
        found.last.map { .devices(behind: $0.number) } ?? .sessions(behind: .min)
      )
    case .sessions(let number):
      let found = try sessionRecords(behind: number, limit: limit)
      return (
        found.map(\.record),
        found.last.map { .sessions(behind: $0.number) } ?? .events(behind: .min)
      )
    case .events(let number):
      let found = try eventRecords(behind: number, limit: limit)
      return (found.map(\.record), found.last.map { .events(behind: $0.number) } ?? .metadata)
    case .metadata:
      return ([.metadata(try metadata)], .end)
    case .end:
      return ([], .end)
    }
  }

  private typealias Numbered = (number: Int64, record: StoreRecord)

  private func accountRecords(
    behind number: Int64,
    limit: Int
  ) throws(StoreFailure) -> [Numbered] {
    try rows(
      """
      SELECT \(Self.accountColumns), last_signed_in_at, recovery_key, suspended_at, number FROM account
      WHERE number > ? ORDER BY number LIMIT ?
      """,
      .integer(number),
      .integer(Int64(limit))
    ) { row throws(StoreFailure) in
      let account = try row.account(at: 0)
      let lastSignedInAt = try row.optionalTimestamp(6)
      let key = try row.optionalDigest(7)
      return (
        try row.integer(9),
        .account(
          account,
          lastSignedInAt: lastSignedInAt,
          recoveryKey: key,
          suspendedAt: try row.optionalTimestamp(8)
        )
      )
    }
  }

  private func deviceRecords(
    behind number: Int64,
    limit: Int
  ) throws(StoreFailure) -> [Numbered] {
    guard try hasAdditionalTables() else { return [] }
    return try rows(
      """
      SELECT \(Self.deviceColumns), token, next_token, number FROM device
      WHERE number > ? ORDER BY number LIMIT ?
      """,
      .integer(number),
      .integer(Int64(limit))
    ) { row throws(StoreFailure) in
      let tokens = DeviceTokens(
        confirmed: try row.optionalDigest(5),
        unconfirmed: try row.optionalDigest(6)
      )
      guard let tokens else { throw row.damaged(5) }
      return (try row.integer(7), .device(try row.device(), tokens: tokens))
    }
  }

  private func sessionRecords(
    behind number: Int64,
    limit: Int
  ) throws(StoreFailure) -> [Numbered] {
    // An outer join returns a session whose account is missing. It is a defect and must not be
    // skipped.
    try rows(
      """
      SELECT account.id, session.id, session.device, session.started_at, session.last_seen_at, session.expires_at,
        session.idle_timeout, session.host, session.terminal, session.ended_at, session.end_reason,
        session.end_event, session.number
      FROM session LEFT JOIN account ON account.number = session.account
      WHERE session.number > ? ORDER BY session.number LIMIT ?
      """,
      .integer(number),
      .integer(Int64(limit))
    ) { row throws(StoreFailure) in
      (try row.integer(12), .session(try row.session(of: try row.identifier(0), at: 1)))
    }
  }

  private func eventRecords(
    behind number: Int64,
    limit: Int
  ) throws(StoreFailure) -> [Numbered] {
    try rows(
      """
      SELECT number, time, kind, account, nickname, earlier_nickname, session, device, host,
        terminal
      FROM event WHERE number > ? ORDER BY number LIMIT ?
      """,
      .integer(number),
      .integer(Int64(limit))
    ) { row throws(StoreFailure) in
      (try row.integer(0), .event(try row.event()))
    }
  }

  var metadata: StoreMetadata {
    get throws(StoreFailure) {
      StoreMetadata(
        activeSessions: try activeSessions,
        lastSequence: Int(try lastSequence()),
        settings: try settings()
      )
    }
  }

  // An outer join, for the same reason as in `sessionRecords`. In the order of the devices, the table
  // itself is read: a damaged index could leave out rows.
  static let activeSessions = """
    SELECT active_session.device, session.id FROM active_session
    LEFT JOIN session ON session.number = active_session.session
      AND session.device = active_session.device
    ORDER BY active_session.device
    """

  var activeSessions: [DeviceID: SessionID] {
    get throws(StoreFailure) {
      let pairs = try rows(Self.activeSessions) {
        row throws(StoreFailure) -> (DeviceID, SessionID) in
        (try row.identifier(0), try row.identifier(1))
      }
      return Dictionary(pairs) { $1 }
    }
  }

  /// The number of the newest event that ever was; 0 if there was none.
  func lastSequence() throws(StoreFailure) -> Int64 {
    let last = try row("SELECT seq FROM sqlite_sequence WHERE name = 'event'") {
      row throws(StoreFailure) in
      let sequence = try row.integer(0)
      guard 0...Int64(HistoryEvent.maximumSequence) ~= sequence else { throw row.damaged(0) }
      return sequence
    }
    return last ?? 0
  }

  /// Adds the next record of another store.
  func append(_ record: StoreRecord) throws(StoreFailure) {
    switch record {
    case .account(let account, let lastSignedInAt, let recoveryKey, let suspendedAt):
      try insert(
        account,
        lastSignedInAt: lastSignedInAt,
        recoveryKey: recoveryKey,
        suspendedAt: suspendedAt
      )
    case .profile(let profile, let account):
      try setProfile(profile, of: account)
    case .restingNickname(let resting):
      try insertResting(resting)
    case .device(let device, let tokens):
      try insertRegistered(device, tokens: tokens)
    case .session(let session):
      try insert(session, first: false)
    case .event(let event):
      try insert(event)
    case .metadata(let metadata):
      try setLastSequence(Int64(metadata.lastSequence))
      try set(metadata.settings)
      for (device, session) in metadata.activeSessions {
        try setActiveSession(session, on: device)
      }
    }
  }

  func insert(_ event: HistoryEvent) throws(StoreFailure) {
    try run(
      """
      INSERT INTO event
        (number, time, kind, account, nickname, earlier_nickname, session, device, host, terminal)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .integer(Int64(event.sequence)),
      .time(event.time),
      .text(event.kind.rawValue),
      .text(event.accountID.description),
      .text(event.nickname),
      .text(event.earlierNickname),
      .text(event.sessionID?.description),
      .device(event.deviceID),
      .text(event.origin.host),
      .text(event.origin.terminal)
    )
  }

  private func setLastSequence(_ sequence: Int64) throws(StoreFailure) {
    guard try lastSequence() != sequence else { return }
    try run("DELETE FROM sqlite_sequence WHERE name = 'event'")
    try run("INSERT INTO sqlite_sequence (name, seq) VALUES ('event', ?)", .integer(sequence))
  }
}
