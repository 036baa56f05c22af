import MonikerDomain

extension SQLiteConnection {
  func accountEntries() throws(StoreFailure) -> [AccountEntry] {
    try rows(
      """
      SELECT \(Self.accountColumns), session.id, session.started_at, session.last_seen_at,
        session.expires_at, session.host, session.terminal, active_session.slot
      FROM account
      LEFT JOIN session ON session.account = account.number
      LEFT JOIN active_session ON active_session.session = session.number
      ORDER BY account.number
      """
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

  /// - Returns: what is gone, or why nothing is.
  func remove(
    _ reference: NicknameReference
  ) throws(StoreFailure) -> Result<AccountRemoval, AccountError> {
    guard let holder = try holder(of: reference) else {
      return .failure(.noSuchAccount(reference.text))
    }
    let session = try end(.holder(of: reference))?.session
    try run("DELETE FROM account WHERE number = ?", .integer(holder.number))
    return .success(AccountRemoval(account: holder.account, session: session))
  }
}
