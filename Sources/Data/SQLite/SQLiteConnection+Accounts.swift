import MonikerDomain

extension SQLiteConnection {
  /// - Parameter id: one account alone; nil for all.
  func accountEntries(of id: AccountID? = nil) throws(StoreFailure) -> [AccountEntry] {
    try rows(
      """
      SELECT \(Self.accountColumns), session.id, session.started_at, session.last_seen_at,
        session.expires_at, session.host, session.terminal, active_session.slot
      FROM account
      LEFT JOIN session ON session.account = account.number
      LEFT JOIN active_session ON active_session.session = session.number
      WHERE ?1 IS NULL OR account.id = ?1
      ORDER BY account.number
      """,
      id.map { .text($0.description) } ?? .null
    ) { row throws(StoreFailure) in
      let account = try row.account(at: 0)
      return AccountEntry(
        account: account,
        session: row.isNull(6) ? nil : try row.session(of: account.id, at: 6),
        isActive: !row.isNull(12)
      )
    }
  }

  /// - Returns: what was active and is, or why nothing was changed.
  func activate(
    _ reference: NicknameReference,
    at time: Timestamp
  ) throws(StoreFailure) -> Result<Activation, AccountError> {
    guard let holder = try holder(of: reference) else {
      return .failure(.noSuchAccount(reference.text))
    }
    let before = try session(of: .active)
    switch SessionSnapshot(active: try session(of: .holder(of: reference))).state(at: time) {
    case .signedOut: return .failure(.notSignedIn(holder.account))
    case .expired(let expired): return .failure(.sessionExpired(expired))
    case .signedIn(let after):
      try makeActive(holder.number)
      return .success(Activation(before: before, after: after))
    }
  }

  /// - Returns: what is gone; nil where there is no such account.
  func remove(_ id: AccountID) throws(StoreFailure) -> AccountRemoval? {
    guard let entry = try accountEntries(of: id).first else { return nil }
    // What is active goes with its session.
    try run(
      "DELETE FROM session WHERE account = (SELECT number FROM account WHERE id = ?)",
      .text(id.description)
    )
    try run("DELETE FROM account WHERE id = ?", .text(id.description))
    return AccountRemoval(account: entry.account, session: entry.session)
  }
}
