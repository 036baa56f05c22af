import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  func isSuspended(_ account: NumberedAccount) throws(StoreFailure) -> Bool {
    try row(
      "SELECT 1 FROM account WHERE number = ? AND suspended_at IS NOT NULL",
      .integer(account.number)
    ) { _ in true } ?? false
  }

  func setSuspension(_ time: Timestamp?, of number: Int64) throws(StoreFailure) {
    try run("UPDATE account SET suspended_at = ? WHERE number = ?", .time(time), .integer(number))
  }

  static let openOfAccount = """
    \(entries)
    WHERE session.account = ?3 AND session.ended_at IS NULL AND ?1 IS NOT NULL
      AND (session.expires_at IS NULL OR session.expires_at > ?2)
    ORDER BY session.number
    """

  func suspend(
    _ id: AccountID,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<[SessionEntry]>, AccountError> {
    try perform(context) { () throws(StoreFailure) in
      guard case .everything = context.scope, let found = try account(of: id) else {
        return .failure(.noSuchAccount(id.description))
      }
      guard try !isSuspended(found) else { return .success(.unchanged([])) }
      let open = try rows(
        Self.openOfAccount,
        .text(context.deviceID.description),
        .time(context.time),
        .integer(found.number)
      ) { row throws(StoreFailure) in try row.sessionEntry() }
      try voidLinks(of: [found.account.id])
      let ended = try revoke(open, in: context)
      try setSuspension(context.time, of: found.number)
      try record(.suspended, of: found.account, nil, in: context)
      return .success(.changed(ended))
    }
  }

  func resume(
    _ id: AccountID,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Void>, AccountError> {
    try perform(context) { () throws(StoreFailure) in
      guard case .everything = context.scope, let found = try account(of: id) else {
        return .failure(.noSuchAccount(id.description))
      }
      guard try isSuspended(found) else { return .success(.unchanged(())) }
      try setSuspension(nil, of: found.number)
      try record(.resumed, of: found.account, nil, in: context)
      return .success(.changed(()))
    }
  }

  /// The second parameter is the length of the trial in milliseconds.
  private static func unusedAccounts(withDevices: Bool) -> String {
    let isUsed =
      withDevices
      ? """
      NOT EXISTS (
        SELECT 1 FROM device WHERE device.id = session.device AND device.token IS NULL)
      """ : "1"
    let shortestRenewal = Session.minimumRenewalInterval.wholeMilliseconds
    let hasNoToken =
      withDevices
      ? """
      NOT EXISTS (
        SELECT 1 FROM identity_token WHERE identity_token.account = account.number
          AND (identity_token.expires_at IS NULL
            OR identity_token.expires_at >= account.created_at + ?2))
      """ : "1"
    return """
      SELECT \(accountColumns) FROM account
      WHERE account.created_at < ?1
        AND ifnull(account.last_signed_in_at, account.created_at) < account.created_at + ?2
        AND NOT EXISTS (
          SELECT 1 FROM session
          WHERE session.account = account.number
            AND (session.last_seen_at >= account.created_at + ?2
              OR ifnull(session.ended_at, ifnull(session.expires_at, 0x7FFFFFFFFFFFFFFF))
                  >= account.created_at + ?2
                AND (session.end_reason IS 'signedOut'
                  OR ifnull(
                      session.last_seen_at + max(\(shortestRenewal), session.idle_timeout / 20)
                        >= account.created_at + ?2, 1)
                    AND \(isUsed))))
        AND NOT EXISTS (
          SELECT 1 FROM event
          WHERE event.account = account.id AND event.time >= account.created_at + ?2
            AND event.kind IN (\(HistoryEvent.Kind.uses.map { "'\($0.rawValue)'" }.joined(separator: ", "))))
        AND \(hasNoToken)
        AND 'accountAdded' = (
          SELECT kind FROM event WHERE event.account = account.id ORDER BY number LIMIT 1)
      ORDER BY account.number LIMIT ?3
      """
  }

  func unusedAccounts(
    createdBefore end: Timestamp,
    in scope: StoreScope
  ) throws(StoreFailure) -> [Account] {
    guard case .everything = scope else { return [] }
    return try rows(
      Self.unusedAccounts(withDevices: try hasAdditionalTables()),
      .time(end),
      .integer(Account.trial.wholeMilliseconds),
      .integer(Int64(AccountError.maximumCandidates))
    ) { row throws(StoreFailure) in try row.account(at: 0) }
  }

  // Two partial indexes have the sessions of a device: one the open ones, and one the others.
  static let isUnused = """
    SELECT 1 FROM device
    WHERE id = ?1 AND registered_at < ?2
      AND NOT EXISTS (SELECT 1 FROM session WHERE session.device = ?1 AND ended_at IS NULL)
      AND NOT EXISTS (SELECT 1 FROM session WHERE session.device = ?1 AND ended_at IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM identity_token WHERE identity_token.device = ?1)
    """

  func forgetUnused(
    _ ids: [DeviceID],
    registeredBefore end: Timestamp,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Int>, AccountError> {
    try perform(context) { () throws(StoreFailure) in
      guard case .everything = context.scope, try hasAdditionalTables() else {
        return .success(.unchanged(0))
      }
      var count = 0
      for id in ids {
        let id = SQLiteValue.text(id.description)
        guard try row(Self.isUnused, id, .time(end), read: { _ in true }) != nil else { continue }
        // The link of a device goes with it.
        try run("DELETE FROM device WHERE id = ?", id)
        try run("DELETE FROM wrong_code WHERE device = ?", id)
        count += 1
      }
      return .success(count == 0 ? .unchanged(0) : .changed(count))
    }
  }

  func refusal(by quota: SignUpQuota, at time: Timestamp) throws(StoreFailure) -> Timestamp? {
    guard try hasAdditionalTables() else { return nil }
    return try signUps(from: quota.network)?.refusal(.signUps(quota), at: time)
  }

  private func signUps(from network: String) throws(StoreFailure) -> RecentCount? {
    try row("SELECT since, count FROM sign_up WHERE network = ?", .text(network)) {
      row throws(StoreFailure) in
      RecentCount(since: try row.timestamp(0), count: Int(try row.integer(1)))
    }
  }

  /// Counts an account that is added from a network.
  ///
  /// - Returns: the time until which it is refused; nil if it is not.
  func countSignUp(
    _ quota: SignUpQuota,
    at time: Timestamp
  ) throws(StoreFailure) -> Timestamp? {
    try makeAdditionalTables()
    let former = try signUps(from: quota.network)
    let rule = RecentCount.Rule.signUps(quota)
    if let end = former?.refusal(rule, at: time) { return end }
    let period = SignUpQuota.period.wholeMilliseconds
    try run(
      "DELETE FROM sign_up WHERE since <= ? OR since >= ?",
      .integer(time.millisecondsSince1970 - period),
      .integer(time.millisecondsSince1970 + period)
    )
    let next = RecentCount.added(to: former, rule, at: time)
    try run(
      "INSERT OR REPLACE INTO sign_up (network, since, count) VALUES (?, ?, ?)",
      .text(quota.network),
      .time(next.since),
      .integer(Int64(next.count))
    )
    return nil
  }
}
