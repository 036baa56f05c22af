#if Server
import MonikerDomain

/// An account with the number of its row, which sessions refer to, and what the rules look at.
struct StoredAccount {
  let number: Int64
  let account: Account
  let recoveryKey: SecretDigest?
  let suspendedAt: Timestamp?
}

extension PostgreSQLTransaction {
  /// The columns of an account, for `PostgreSQLRow.account(at:)`.
  static let accountColumns = """
    account.id, account.nickname, account.nickname_key, account.nickname_skeleton,
    account.shown_skeleton, account.created_at
    """

  /// The same with the columns for ``PostgreSQLRow/storedAccount()``.
  static let storedAccountColumns = """
    \(accountColumns), account.number, account.recovery_key, account.suspended_at
    """

  /// The columns of an account and its session, for `PostgreSQLRow.accountSession()`.
  static let sessionColumns = """
    \(accountColumns),
    session.id, session.device, session.started_at, session.last_seen_at, session.expires_at,
    session.idle_timeout, session.host, session.terminal, session.ended_at, session.end_reason,
    session.end_event
    """

  /// The columns of a device, for `PostgreSQLRow.device(at:)`.
  static let deviceColumns =
    "device.id, device.label, device.registered_at, device.host, device.terminal"
}

extension PostgreSQLRow {
  /// The account in six columns: ``PostgreSQLTransaction/accountColumns``.
  func account(at first: Int) throws(PostgreSQLFailure) -> Account {
    let nickname = Nickname(
      storedText: try text(first + 1),
      storedKey: try text(first + 2),
      storedSkeleton: try text(first + 3),
      storedShownSkeleton: try text(first + 4)
    )
    guard let nickname else { throw damaged(first + 1) }
    return Account(
      id: try identifier(first),
      nickname: nickname,
      createdAt: try timestamp(first + 5)
    )
  }

  /// The account in nine columns: ``PostgreSQLTransaction/storedAccountColumns``.
  func storedAccount() throws(PostgreSQLFailure) -> StoredAccount {
    StoredAccount(
      number: try integer(6),
      account: try account(at: 0),
      recoveryKey: try optionalDigest(7),
      suspendedAt: try optionalTimestamp(8)
    )
  }

  /// The session in eleven columns, the last ones of ``PostgreSQLTransaction/sessionColumns``.
  func session(of account: AccountID, at first: Int) throws(PostgreSQLFailure) -> Session {
    let session = Session(
      id: try identifier(first),
      accountID: account,
      deviceID: try identifier(first + 1),
      startedAt: try timestamp(first + 2),
      lastSeenAt: try timestamp(first + 3),
      expiresAt: try optionalTimestamp(first + 4),
      idleTimeout: try optionalInteger(first + 5).map { .milliseconds($0) },
      origin: Origin(host: try optionalText(first + 6), terminal: try optionalText(first + 7)),
      ending: try ending(at: first + 8)
    )
    guard session.isValid else { throw damaged(first + 5) }
    return session
  }

  private func ending(at first: Int) throws(PostgreSQLFailure) -> SessionEnding? {
    guard let time = try optionalTimestamp(first) else { return nil }
    guard let reason = SessionEnding.Reason(rawValue: try text(first + 1)) else {
      throw damaged(first + 1)
    }
    let sequence = Int(try integer(first + 2))
    guard (1...HistoryEvent.maximumSequence).contains(sequence) else { throw damaged(first + 2) }
    return SessionEnding(at: time, reason, recordedAs: sequence)
  }

  /// The account in the first six columns with the session in the next eleven.
  func accountSession() throws(PostgreSQLFailure) -> AccountSession {
    let account = try account(at: 0)
    return AccountSession(account: account, session: try session(of: account.id, at: 6))
  }

  /// The same session, with whether it is the active one.
  func sessionEntry() throws(PostgreSQLFailure) -> SessionEntry {
    SessionEntry(holder: try accountSession(), isActive: try boolean(17))
  }

  /// The device in five columns: ``PostgreSQLTransaction/deviceColumns``.
  func device(at first: Int = 0) throws(PostgreSQLFailure) -> Device {
    Device(
      id: try identifier(first),
      label: try optionalText(first + 1),
      registeredAt: try timestamp(first + 2),
      origin: Origin(host: try optionalText(first + 3), terminal: try optionalText(first + 4))
    )
  }

  func identifier<Subject>(_ column: Int) throws(PostgreSQLFailure) -> Identifier<Subject> {
    guard let id = Identifier<Subject>(try text(column)) else { throw damaged(column) }
    return id
  }

  func timestamp(_ column: Int) throws(PostgreSQLFailure) -> Timestamp {
    try timestamp(try integer(column), column)
  }

  func optionalTimestamp(_ column: Int) throws(PostgreSQLFailure) -> Timestamp? {
    guard let milliseconds = try optionalInteger(column) else { return nil }
    return try timestamp(milliseconds, column)
  }

  private func timestamp(
    _ milliseconds: Int64,
    _ column: Int
  ) throws(PostgreSQLFailure) -> Timestamp {
    guard Timestamp.range.contains(milliseconds) else { throw damaged(column) }
    return Timestamp(millisecondsSince1970: milliseconds)
  }

  /// A digest; nil for NULL.
  func optionalDigest(_ column: Int) throws(PostgreSQLFailure) -> SecretDigest? {
    guard let text = try optionalText(column) else { return nil }
    guard let digest = SecretDigest(hexadecimal: text) else { throw damaged(column) }
    return digest
  }
}

extension PostgreSQLValue {
  static func id<Subject>(_ id: Identifier<Subject>) -> PostgreSQLValue { .text(id.description) }

  static func id<Subject>(_ id: Identifier<Subject>?) -> PostgreSQLValue {
    id.map { .text($0.description) } ?? .null
  }

  static func digest(_ digest: SecretDigest) -> PostgreSQLValue { .text(digest.hexadecimal) }

  static func digest(_ digest: SecretDigest?) -> PostgreSQLValue {
    digest.map { .text($0.hexadecimal) } ?? .null
  }

  /// A time before another and a time after it.
  static func bounds(of period: Duration, around time: Timestamp) -> [PostgreSQLValue] {
    let (now, length) = (time.millisecondsSince1970, period.wholeMilliseconds)
    return [.integer(now - length), .integer(now + length)]
  }

  static func count(_ count: Int) -> PostgreSQLValue { .integer(Int64(clamping: count)) }
}
#endif
