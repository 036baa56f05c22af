import MonikerDomain

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
    _ reference: NicknameReference,
    _ context: RequestContext
  ) throws(StoreFailure) -> Result<StoreStep<Activation>, AccountError> {
    try perform(context) { () throws(StoreFailure) in
      guard let holder = try holder(of: reference) else {
        return .failure(.noSuchAccount(reference.text))
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
