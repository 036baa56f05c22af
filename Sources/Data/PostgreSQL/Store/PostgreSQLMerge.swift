#if Server
import MonikerDomain
import MonikerModel

/// The reads and writes that a merge needs, within one transaction.
///
/// The merge, which all stores share, knows failures of stores alone: the failure of the transaction is
/// kept beside them.
final class PostgreSQLMerge: MergeTarget {
  private let transaction: PostgreSQLTransaction
  private(set) var failure: PostgreSQLFailure?

  init(_ transaction: PostgreSQLTransaction) {
    self.transaction = transaction
  }

  private func run<Result>(
    _ body: (PostgreSQLTransaction) throws(PostgreSQLFailure) -> Result
  ) throws(StoreFailure) -> Result {
    do {
      return try body(transaction)
    } catch {
      failure = error
      throw error.failure
    }
  }

  func account(_ id: AccountID) throws(StoreFailure) -> Account? {
    try run { (change) throws(PostgreSQLFailure) in try change.account(of: id)?.account }
  }

  func isSuspended(_ id: AccountID) throws(StoreFailure) -> Bool {
    try run { (change) throws(PostgreSQLFailure) in
      try change.account(of: id)?.suspendedAt != nil
    }
  }

  func rival(of nickname: Nickname, otherThan id: AccountID?) throws(StoreFailure) -> Account? {
    try run { (change) throws(PostgreSQLFailure) in
      try change.rival(of: nickname, otherThan: id)
    }
  }

  func insert(
    _ account: Account,
    lastSignedInAt: Timestamp?,
    recoveryKey: SecretDigest?,
    suspendedAt: Timestamp?
  ) throws(StoreFailure) {
    try run { (change) throws(PostgreSQLFailure) in
      try change.insert(
        account,
        lastSignedInAt: lastSignedInAt,
        recoveryKey: recoveryKey,
        suspendedAt: suspendedAt
      )
    }
  }

  func profile(of account: AccountID) throws(StoreFailure) -> Profile {
    try run { (change) throws(PostgreSQLFailure) in try change.profile(of: account) }
  }

  func setProfile(_ profile: Profile, of account: AccountID) throws(StoreFailure) {
    transaction.set(profile, ofAccountWith: account)
  }

  func insert(_ resting: RestingNickname) throws(StoreFailure) -> Bool {
    try run { (change) throws(PostgreSQLFailure) in
      guard try change.settings().nicknameRest > .zero,
        try change.rival(of: resting.nickname, otherThan: resting.accountID) == nil,
        try !change.isResting(resting)
      else { return false }
      let own = try change.account(of: resting.accountID)
      if let own, own.account.nickname.hasForms(of: resting.nickname) { return false }
      change.insertResting(resting)
      return true
    }
  }

  func insert(_ device: Device, tokens: DeviceTokens) throws(StoreFailure) -> Bool {
    try run { (change) throws(PostgreSQLFailure) in
      guard try change.registeredDevice(device.id) == nil else { return false }
      for token in tokens.all {
        guard try change.device(provenBy: token) == nil else { return false }
      }
      change.insertRegistered(device, tokens: tokens)
      return true
    }
  }

  func noteSignIn(of account: AccountID, at time: Timestamp) throws(StoreFailure) -> Bool {
    try run { (change) throws(PostgreSQLFailure) in
      try change.exists(
        """
        UPDATE account SET last_signed_in_at = $1::bigint
        WHERE id = $2 AND coalesce(last_signed_in_at < $1::bigint, true) RETURNING 1
        """,
        .time(time),
        .id(account)
      )
    }
  }

  func storedSession(_ id: SessionID) throws(StoreFailure) -> Session? {
    try run { (change) throws(PostgreSQLFailure) in
      try change.row(
        """
        SELECT \(PostgreSQLTransaction.sessionColumns)
        FROM session JOIN account ON account.number = session.account WHERE session.id = $1
        """,
        .id(id)
      ) { row throws(PostgreSQLFailure) in try row.accountSession().session }
    }
  }

  func hasSession(at place: SessionPlace, openOnly: Bool) throws(StoreFailure) -> Bool {
    try run { (change) throws(PostgreSQLFailure) in
      try change.exists(
        """
        SELECT 1 FROM session JOIN account ON account.number = session.account
        WHERE account.id = $1 AND session.device = $2
          AND (session.ended_at IS NULL OR $3::integer = 0) LIMIT 1
        """,
        .id(place.accountID),
        .id(place.deviceID),
        .integer(openOnly ? 1 : 0)
      )
    }
  }

  func insert(_ session: Session, first isFirst: Bool) throws(StoreFailure) {
    transaction.insert(session, first: isFirst)
  }

  func setState(_ session: Session) throws(StoreFailure) {
    transaction.write(
      """
      UPDATE session SET last_seen_at = $1, expires_at = $2, ended_at = $3, end_reason = $4,
        end_event = $5
      WHERE id = $6
      """,
      .time(session.lastSeenAt),
      .time(session.expiresAt),
      .time(session.ending?.time),
      .text(session.ending?.reason.rawValue),
      session.ending?.sequence.map { .count($0) } ?? .null,
      .id(session.id)
    )
  }

  func setEnding(of session: SessionID, recordedAs sequence: Int) throws(StoreFailure) {
    transaction.write(
      "UPDATE session SET end_event = $1 WHERE id = $2",
      .count(sequence),
      .id(session)
    )
  }

  private static let sequence = """
    SELECT number FROM event
    WHERE account = $1 AND time = $2 AND kind = $3 AND session IS NOT DISTINCT FROM $4
      AND device = $5
      AND ($6::text IS NULL OR nickname IS NULL
        OR nickname = $6 AND earlier_nickname IS NOT DISTINCT FROM $7
          AND host IS NOT DISTINCT FROM $8 AND terminal IS NOT DISTINCT FROM $9)
    ORDER BY (nickname IS NOT DISTINCT FROM $6) DESC, number DESC LIMIT 1
    """

  func sequence(of event: HistoryEvent) throws(StoreFailure) -> Int? {
    try run { (change) throws(PostgreSQLFailure) in
      try change.row(
        Self.sequence,
        .id(event.accountID),
        .time(event.time),
        .text(event.kind.rawValue),
        .id(event.sessionID),
        .id(event.deviceID),
        .text(event.nickname),
        .text(event.earlierNickname),
        .text(event.origin.host),
        .text(event.origin.terminal)
      ) { row throws(PostgreSQLFailure) in Int(try row.integer(0)) }
    }
  }

  func sessions(endedBy sequence: Int) throws(StoreFailure) -> [SessionID] {
    try run { (change) throws(PostgreSQLFailure) in
      try change.rows("SELECT id FROM session WHERE end_event = $1", .count(sequence)) {
        row throws(PostgreSQLFailure) in try row.identifier(0)
      }
    }
  }

  func firstKept(of account: AccountID) throws(StoreFailure) -> Timestamp? {
    try run { (change) throws(PostgreSQLFailure) in
      let limit = try change.settings().historyLimit
      guard limit > 0 else { return Timestamp(millisecondsSince1970: Timestamp.range.upperBound) }
      let isFull = try change.exists(
        "SELECT 1 FROM event WHERE account = $1 LIMIT 1 OFFSET $2",
        .id(account),
        .count(limit - 1)
      )
      guard isFull else { return nil }
      return try change.row(
        "SELECT time FROM event WHERE account = $1 ORDER BY number LIMIT 1",
        .id(account)
      ) { row throws(PostgreSQLFailure) in try row.timestamp(0) }
    }
  }

  func append(_ event: HistoryEvent) throws(StoreFailure) -> Int {
    try run { (change) throws(PostgreSQLFailure) in
      let sequence = try change.row("SELECT nextval('event_number_seq')") {
        row throws(PostgreSQLFailure) in Int(try row.integer(0))
      }
      change.insert(event.numbered(sequence ?? 0))
      return sequence ?? 0
    }
  }

  var metadata: StoreMetadata {
    get throws(StoreFailure) {
      try run { (change) throws(PostgreSQLFailure) in try change.metadata() }
    }
  }

  var devicesWithSessions: Set<DeviceID> {
    get throws(StoreFailure) {
      Set(
        try run { (change) throws(PostgreSQLFailure) in
          try change.rows("SELECT DISTINCT device FROM session") {
            row throws(PostgreSQLFailure) in try row.identifier(0)
          }
        }
      )
    }
  }

  func lastSession(at place: SessionPlace) throws(StoreFailure) -> SessionID? {
    try run { (change) throws(PostgreSQLFailure) in
      try change.row(
        """
        SELECT id FROM session
        WHERE account = (SELECT number FROM account WHERE id = $1) AND device = $2
        ORDER BY number DESC LIMIT 1
        """,
        .id(place.accountID),
        .id(place.deviceID)
      ) { row throws(PostgreSQLFailure) in try row.identifier(0) }
    }
  }

  func removeActiveSession(_ session: Session) throws(StoreFailure) {
    transaction.write(
      """
      DELETE FROM active_session
      WHERE device = $1 AND session = (SELECT number FROM session WHERE id = $2)
      """,
      .id(session.deviceID),
      .id(session.id)
    )
  }

  func setActiveSession(_ id: SessionID, on device: DeviceID) throws(StoreFailure) {
    transaction.makeActive(id, on: device)
  }
}

extension PostgreSQLTransaction {
  /// The other account with the same nickname; if there is none, the oldest other one that it resembles.
  func rival(
    of nickname: Nickname,
    otherThan id: AccountID?
  ) throws(PostgreSQLFailure) -> Account? {
    if let holder = try holder(of: NicknameReference(nickname), otherThan: id) {
      return holder.account
    }
    return try lookalike(of: nickname, otherThan: id)
  }

  /// Adds the records of another store, or none of them.
  ///
  /// Nobody else changes the store meanwhile.
  func merge(
    _ records: [StoreRecord]
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Int>, StoreError> {
    write(Self.lockTables)
    write(Self.removeAllForgottenEvents)
    let before = try metadata()
    let target = PostgreSQLMerge(self)
    let merged: Result<Int, StoreError>
    do throws(StoreFailure) {
      var merge = StoreMerge(into: target, at: location)
      merged = try merge.add(records)
    } catch {
      throw target.failure ?? PostgreSQLFailure(error)
    }
    switch merged {
    case .failure(let error):
      return .failure(error)
    case .success(let added):
      write(Self.countAllEvents)
      let after = try metadata()
      return .success(added > 0 || after != before ? .changed(added) : .unchanged(added))
    }
  }

  static let lockTables = """
    LOCK TABLE account, profile, session, active_session, event, device, resting_nickname, setting
    IN SHARE ROW EXCLUSIVE MODE
    """

  static let removeAllForgottenEvents = """
    DELETE FROM event USING account
    WHERE event.account = account.id AND event.number < account.first_event
    """
}
#endif
