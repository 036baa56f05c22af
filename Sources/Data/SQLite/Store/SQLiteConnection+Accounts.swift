import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  func accountList() throws(StoreFailure) -> AccountList {
    let entries = try rows(
      """
      SELECT \(Self.sessionColumns), active_session.slot, account.last_signed_in_at
      FROM account
      LEFT JOIN session ON session.number =
          (SELECT max(number) FROM session WHERE session.account = account.number)
        AND session.end_reason IS NOT 'signedOut'
      LEFT JOIN active_session ON active_session.session = session.number
      ORDER BY account.number
      """
    ) { row throws(StoreFailure) in
      let account = try row.account(at: 0)
      return AccountEntry(
        account: account,
        session: row.isNull(6) ? nil : try row.session(of: account.id, at: 6),
        isActive: !row.isNull(16),
        lastSignedInAt: try row.optionalTimestamp(17)
      )
    }
    return AccountList(entries: entries)
  }

  /// - Returns: the active session before and after, or why nothing was changed.
  func activate(
    _ target: SwitchTarget,
    _ context: RequestContext
  ) throws(StoreFailure) -> Result<StoreStep<Activation>, AccountError> {
    try perform(context) { () throws(StoreFailure) in
      let holder: NumberedAccount
      switch try account(target) {
      case .success(let found): holder = found
      case .failure(let refusal): return .failure(refusal)
      }
      guard let after = try session(of: holder) else {
        return .failure(.notSignedIn(holder.account))
      }
      guard after.session.ending == nil else { return .failure(.sessionEnded(after)) }
      let activation = Activation(before: try session(of: .active), after: after)
      guard activation.before != after else { return .success(.unchanged(activation)) }
      try makeActive(after.session.id)
      try record(.switched, of: holder.account, after.session.id, in: context)
      return .success(.changed(activation))
    }
  }

  private func account(
    _ target: SwitchTarget
  ) throws(StoreFailure) -> Result<NumberedAccount, AccountError> {
    switch target {
    case .holder(let reference):
      return try holder(of: reference).map { .success($0) }
        ?? .failure(.noSuchAccount(reference.text))
    case .account(let id):
      return try account(of: id).map { .success($0) } ?? .failure(.noSuchAccount(id.description))
    case .onlyOther:
      let others = try rows(Self.others) { row throws(StoreFailure) in
        NumberedAccount(number: try row.integer(6), account: try row.account(at: 0))
      }
      guard others.count == 1 else { return .failure(.ambiguous(others.map(\.account))) }
      return .success(others[0])
    }
  }

  private static let others = """
    SELECT \(accountColumns), account.number
    FROM session JOIN account ON account.number = session.account
    WHERE session.ended_at IS NULL AND session.number NOT IN (SELECT session FROM active_session)
    ORDER BY account.number
    """

  /// - Returns: the removed account and its open session; nil if there is no such account.
  func remove(
    _ id: AccountID,
    _ context: RequestContext
  ) throws(StoreFailure) -> Result<StoreStep<AccountRemoval?>, AccountError> {
    try perform(context) { () throws(StoreFailure) in
      guard let found = try account(of: id) else { return .success(.unchanged(nil)) }
      let last = try session(of: found)?.session
      let session = last?.ending == nil ? last : nil
      // Deleting a session deletes its row in active_session.
      try run("DELETE FROM session WHERE account = ?", .integer(found.number))
      try run("DELETE FROM account WHERE number = ?", .integer(found.number))
      try record(.accountRemoved, of: found.account, session?.id, in: context)
      return .success(.changed(AccountRemoval(account: found.account, session: session)))
    }
  }
}
