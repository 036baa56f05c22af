import MonikerDomain
import MonikerModel

extension SQLiteConnection: MergeTarget {
  /// Adds the records of another store, or none of them.
  func merge(
    _ records: [StoreRecord]
  ) throws(StoreFailure) -> Result<StoreStep<Int>, StoreError> {
    try step { () throws(StoreFailure) in
      let before = try metadata
      try indexEvents()
      var merge = StoreMerge(into: self, at: location)
      let merged = try merge.add(records)
      try run("DROP TABLE temp.event_by_time")
      switch merged {
      case .failure(let error):
        return .failure(error)
      case .success(let added):
        let after = try metadata
        return .success(added > 0 || after != before ? .changed(added) : .unchanged(added))
      }
    }
  }

  /// Indexes the events by account and time for ``sequence(of:)``: an account may have a million.
  private func indexEvents() throws(StoreFailure) {
    try run(
      """
      CREATE TEMP TABLE event_by_time (
        account TEXT, time INTEGER, number INTEGER, PRIMARY KEY (account, time, number)
      ) WITHOUT ROWID
      """
    )
    try run("INSERT INTO temp.event_by_time SELECT account, time, number FROM main.event")
  }

  func account(_ id: AccountID) throws(StoreFailure) -> Account? {
    try account(of: id)?.account
  }

  func isSuspended(_ id: AccountID) throws(StoreFailure) -> Bool {
    try account(of: id).map { account throws(StoreFailure) in try isSuspended(account) } ?? false
  }

  func rival(of nickname: Nickname, otherThan id: AccountID?) throws(StoreFailure) -> Account? {
    let holder = try holder(of: NicknameReference(nickname), otherThan: id)
    if let holder { return holder.account }
    return try lookalike(of: nickname, otherThan: id)
  }

  func insert(_ resting: RestingNickname) throws(StoreFailure) -> Bool {
    guard try settings().nicknameRest > .zero,
      try rival(of: resting.nickname, otherThan: resting.accountID) == nil,
      try !isResting(resting)
    else { return false }
    let own = try account(of: resting.accountID)
    if let own, own.account.nickname.hasForms(of: resting.nickname) { return false }
    try insertResting(resting)
    return true
  }

  func insert(_ device: Device, tokens: DeviceTokens) throws(StoreFailure) -> Bool {
    try makeAdditionalTables()
    guard try registeredDevice(device.id) == nil else { return false }
    for token in tokens.all {
      guard try self.device(provenBy: token) == nil else { return false }
    }
    try insertRegistered(device, tokens: tokens)
    return true
  }

  func insert(
    _ account: Account,
    lastSignedInAt: Timestamp?,
    recoveryKey: SecretDigest?,
    suspendedAt: Timestamp?
  ) throws(StoreFailure) {
    let number = try insert(account)
    if try hasAdditionalTables() { try removeResting(account.nickname, of: account.id) }
    if let recoveryKey {
      try setRecoveryKey(recoveryKey, of: NumberedAccount(number: number, account: account))
    }
    if let suspendedAt { try setSuspension(suspendedAt, of: number) }
    if let lastSignedInAt { _ = try noteSignIn(of: account.id, at: lastSignedInAt) }
  }

  func noteSignIn(of account: AccountID, at time: Timestamp) throws(StoreFailure) -> Bool {
    let rowCount = writtenRowCount
    try run(
      "UPDATE account SET last_signed_in_at = ?1 WHERE id = ?2 AND ifnull(last_signed_in_at < ?1, 1)",
      .time(time),
      .text(account.description)
    )
    return writtenRowCount > rowCount
  }

  func storedSession(_ id: SessionID) throws(StoreFailure) -> Session? {
    try row(
      """
      SELECT \(Self.sessionColumns) FROM session JOIN account ON account.number = session.account
      WHERE session.id = ?
      """,
      .text(id.description)
    ) { row throws(StoreFailure) in try row.activeSession().session }
  }

  func hasSession(at place: SessionPlace, openOnly: Bool) throws(StoreFailure) -> Bool {
    try row(
      """
      SELECT 1 FROM session JOIN account ON account.number = session.account
      WHERE account.id = ? AND session.device = ? AND (session.ended_at IS NULL OR NOT ?) LIMIT 1
      """,
      .text(place.accountID.description),
      .text(place.deviceID.description),
      .integer(openOnly ? 1 : 0)
    ) { _ in true } ?? false
  }

  func insert(_ session: Session, first isFirst: Bool) throws(StoreFailure) {
    let place = isFirst ? "(SELECT min(number) - 1 FROM session)" : "NULL"
    try run(
      """
      INSERT INTO session
        (number, id, account, device, started_at, last_seen_at, expires_at, idle_timeout, host, terminal,
          ended_at, end_reason, end_event)
      VALUES (\(place), ?, (SELECT number FROM account WHERE id = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .text(session.id.description),
      .text(session.accountID.description),
      .text(session.deviceID.description),
      .time(session.startedAt),
      .time(session.lastSeenAt),
      .time(session.expiresAt),
      session.idleTimeout.map { .integer($0.wholeMilliseconds) } ?? .null,
      .text(session.origin.host),
      .text(session.origin.terminal),
      .time(session.ending?.time),
      .text(session.ending?.reason.rawValue),
      session.ending?.sequence.map { .integer(Int64($0)) } ?? .null
    )
  }

  func setState(_ session: Session) throws(StoreFailure) {
    try run(
      """
      UPDATE session SET last_seen_at = ?, expires_at = ?, ended_at = ?, end_reason = ?, end_event = ?
      WHERE id = ?
      """,
      .time(session.lastSeenAt),
      .time(session.expiresAt),
      .time(session.ending?.time),
      .text(session.ending?.reason.rawValue),
      session.ending?.sequence.map { .integer(Int64($0)) } ?? .null,
      .text(session.id.description)
    )
  }

  func setEnding(of session: SessionID, recordedAs sequence: Int) throws(StoreFailure) {
    try run(
      "UPDATE session SET end_event = ? WHERE id = ?",
      .integer(Int64(sequence)),
      .text(session.description)
    )
  }

  func sequence(of event: HistoryEvent) throws(StoreFailure) -> Int? {
    let number = try row(
      """
      SELECT event.number FROM temp.event_by_time AS place JOIN event USING (number)
      WHERE place.account = ?1 AND place.time = ?2 AND kind = ?3 AND session IS ?4 AND device IS ?5
        AND (?6 IS NULL OR nickname IS NULL
          OR nickname = ?6 AND earlier_nickname IS ?7 AND host IS ?8 AND terminal IS ?9)
      ORDER BY nickname IS ?6 DESC, place.number DESC LIMIT 1
      """,
      .text(event.accountID.description),
      .time(event.time),
      .text(event.kind.rawValue),
      .text(event.sessionID?.description),
      .device(event.deviceID),
      .text(event.nickname),
      .text(event.earlierNickname),
      .text(event.origin.host),
      .text(event.origin.terminal)
    ) { row throws(StoreFailure) in try row.integer(0) }
    return number.map { Int($0) }
  }

  func sessions(endedBy sequence: Int) throws(StoreFailure) -> [SessionID] {
    try rows("SELECT id FROM session WHERE end_event = ?", .integer(Int64(sequence))) {
      row throws(StoreFailure) in try row.identifier(0)
    }
  }

  func firstKept(of account: AccountID) throws(StoreFailure) -> Timestamp? {
    let limit = try settings().historyLimit
    guard limit > 0 else { return Timestamp(millisecondsSince1970: Timestamp.range.upperBound) }
    let id = SQLiteValue.text(account.description)
    let isFull = try row(
      "SELECT 1 FROM event WHERE account = ? LIMIT 1 OFFSET ?",
      id,
      .integer(Int64(limit - 1))
    ) { _ in true }
    guard isFull != nil else { return nil }
    return try row("SELECT time FROM event WHERE account = ? ORDER BY number LIMIT 1", id) {
      row throws(StoreFailure) in try row.timestamp(0)
    }
  }

  func append(_ event: HistoryEvent) throws(StoreFailure) -> Int {
    let sequence = Int(try lastSequence()) + 1
    try insert(event.numbered(sequence))
    try run(
      "INSERT INTO temp.event_by_time VALUES (?, ?, ?)",
      .text(event.accountID.description),
      .time(event.time),
      .integer(Int64(sequence))
    )
    return sequence
  }

  var devicesWithSessions: Set<DeviceID> {
    get throws(StoreFailure) {
      Set(
        try rows("SELECT DISTINCT device FROM session") {
          row throws(StoreFailure) in try row.identifier(0)
        }
      )
    }
  }

  func lastSession(at place: SessionPlace) throws(StoreFailure) -> SessionID? {
    try row(
      """
      SELECT id FROM session
      WHERE account = (SELECT number FROM account WHERE id = ?) AND device = ?
      ORDER BY number DESC LIMIT 1
      """,
      .text(place.accountID.description),
      .text(place.deviceID.description)
    ) { row throws(StoreFailure) in try row.identifier(0) }
  }

  func removeActiveSession(_ session: Session) throws(StoreFailure) {
    try run(
      """
      DELETE FROM active_session
      WHERE device = ? AND session = (SELECT number FROM session WHERE id = ?)
      """,
      .text(session.deviceID.description),
      .text(session.id.description)
    )
  }

  func setActiveSession(_ id: SessionID, on device: DeviceID) throws(StoreFailure) {
    try makeActive(id, on: device)
  }
}
