#if Server
import MonikerDomain
import MonikerModel

extension PostgreSQLTransaction {
  func setSuspension(_ time: Timestamp?, of number: Int64) {
    write(
      "UPDATE account SET suspended_at = $1 WHERE number = $2",
      .time(time),
      .integer(number)
    )
  }

  static let openOfAccount = """
    \(entries)
    WHERE session.account = $3 AND session.ended_at IS NULL
      AND (session.expires_at IS NULL OR session.expires_at > $2)
    ORDER BY session.number
    """

  func suspend(
    _ id: AccountID,
    _ request: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<[SessionEntry]>, AccountError> {
    let context = try timed(request)
    guard case .everything = context.scope, let found = try account(of: id, locking: true) else {
      return .failure(.noSuchAccount(id.description))
    }
    guard found.suspendedAt == nil else { return .success(.unchanged([])) }
    let open = try rows(
      Self.openOfAccount,
      .id(context.deviceID),
      .time(context.time),
      .integer(found.number)
    ) { row throws(PostgreSQLFailure) in try row.sessionEntry() }
    voidLinks(of: [found.number])
    let ended = try end(open.map(\.holder), .revoked, in: context)
    setSuspension(context.time, of: found.number)
    record(.suspended, of: found.account, found.number, nil, in: context)
    return .success(
      .changed(zip(open, ended).map { SessionEntry(holder: $1, isActive: $0.isActive) })
    )
  }

  func resume(
    _ id: AccountID,
    _ request: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Void>, AccountError> {
    let context = try timed(request)
    guard case .everything = context.scope, let found = try account(of: id, locking: true) else {
      return .failure(.noSuchAccount(id.description))
    }
    guard found.suspendedAt != nil else { return .success(.unchanged(())) }
    setSuspension(nil, of: found.number)
    record(.resumed, of: found.account, found.number, nil, in: context)
    return .success(.changed(()))
  }

  /// The second parameter is the length of the trial in milliseconds.
  static let unusedAccounts = """
    SELECT \(accountColumns) FROM account
    WHERE account.created_at < $1
      AND coalesce(account.last_signed_in_at, account.created_at) < account.created_at + $2
      AND NOT EXISTS (
        SELECT 1 FROM session
        WHERE session.account = account.number
          AND (session.last_seen_at >= account.created_at + $2
            OR (session.ended_at IS NULL AND session.expires_at IS NULL
                OR coalesce(session.ended_at, session.expires_at) >= account.created_at + $2)
              AND (session.end_reason IS NOT DISTINCT FROM 'signedOut'
                OR coalesce(
                    session.last_seen_at
                      + greatest(
                        \(Session.minimumRenewalInterval.wholeMilliseconds),
                        session.idle_timeout / 20)
                      >= account.created_at + $2 OR session.idle_timeout IS NULL, true)
                  AND NOT EXISTS (
                    SELECT 1 FROM device
                    WHERE device.id = session.device AND device.token IS NULL))))
      AND NOT EXISTS (
        SELECT 1 FROM event
        WHERE event.account = account.id AND event.time >= account.created_at + $2
          AND event.kind IN (\(HistoryEvent.Kind.uses.map { "'\($0.rawValue)'" }.joined(separator: ", "))))
      AND NOT EXISTS (
        SELECT 1 FROM identity_token
        WHERE identity_token.account = account.number
          AND (identity_token.expires_at IS NULL
            OR identity_token.expires_at >= account.created_at + $2))
      AND 'accountAdded' = (
        SELECT kind FROM event
        WHERE event.account = account.id AND event.number >= account.first_event
        ORDER BY event.number LIMIT 1)
    ORDER BY account.number LIMIT $3
    """

  func unusedAccounts(
    createdBefore end: Timestamp,
    in scope: StoreScope
  ) throws(PostgreSQLFailure) -> [Account] {
    guard case .everything = scope else { return [] }
    return try rows(
      Self.unusedAccounts,
      .time(end),
      .integer(Account.trial.wholeMilliseconds),
      .count(AccountError.maximumCandidates)
    ) { row throws(PostgreSQLFailure) in try row.account(at: 0) }
  }

  static let isUnused = """
    SELECT 1 FROM device
    WHERE id = $1 AND registered_at < $2
      AND NOT EXISTS (SELECT 1 FROM session WHERE session.device = $1)
      AND NOT EXISTS (SELECT 1 FROM identity_token WHERE identity_token.device = $1)
    """

  func forgetUnused(
    _ ids: [DeviceID],
    registeredBefore end: Timestamp,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Int>, AccountError> {
    guard case .everything = context.scope else { return .success(.unchanged(0)) }
    var count = 0
    // In an order that all transactions share.
    for id in Set(ids).sorted(by: { $0.description < $1.description }) {
      lock(id)
      guard try exists(Self.isUnused, .id(id), .time(end)) else { continue }
      // The link of a device goes with it.
      write("DELETE FROM device WHERE id = $1", .id(id))
      write("DELETE FROM wrong_code WHERE device = $1", .id(id))
      count += 1
    }
    return .success(count == 0 ? .unchanged(0) : .changed(count))
  }

  /// - Parameter time: the time; nil for that of the database.
  func refusal(
    by quota: SignUpQuota,
    at time: Timestamp?
  ) throws(PostgreSQLFailure) -> Timestamp? {
    guard let found = try signUps(from: quota.network, at: time) else { return nil }
    return found.count.refusal(.signUps(quota), at: found.now)
  }

  private func signUps(
    from network: String,
    at time: Timestamp?
  ) throws(PostgreSQLFailure) -> (count: RecentCount, now: Timestamp)? {
    try row(
      "SELECT since, count, \(PostgreSQLView.time(2)) FROM sign_up WHERE network = $1",
      .text(network),
      .time(time)
    ) { row throws(PostgreSQLFailure) in
      (
        RecentCount(since: try row.timestamp(0), count: Int(try row.integer(1))),
        try row.timestamp(2)
      )
    }
  }

  static let removeSignUps = ["<= $1", ">= $2"].map { condition in
    """
    DELETE FROM sign_up WHERE network = ANY (ARRAY (
      SELECT network FROM sign_up
      WHERE since \(condition) AND $1::bigint IS NOT NULL AND $2::bigint IS NOT NULL
      ORDER BY since LIMIT 100 FOR UPDATE SKIP LOCKED))
    """
  }

  /// Counts an account that is added from a network.
  ///
  /// - Returns: the time until which it is refused; nil if it is not.
  func countSignUp(
    _ quota: SignUpQuota,
    at time: Timestamp
  ) throws(PostgreSQLFailure) -> Timestamp? {
    lock(network: quota.network)
    let former = try signUps(from: quota.network, at: time)?.count
    let rule = RecentCount.Rule.signUps(quota)
    if let end = former?.refusal(rule, at: time) { return end }
    for statement in Self.removeSignUps {
      write(statement, PostgreSQLValue.bounds(of: SignUpQuota.period, around: time))
    }
    let next = RecentCount.added(to: former, rule, at: time)
    write(
      """
      INSERT INTO sign_up (network, since, count) VALUES ($1, $2, $3)
      ON CONFLICT (network) DO UPDATE SET since = excluded.since, count = excluded.count
      """,
      .text(quota.network),
      .time(next.since),
      .count(next.count)
    )
    return nil
  }
}
#endif
