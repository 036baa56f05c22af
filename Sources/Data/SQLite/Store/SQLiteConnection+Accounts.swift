import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  static func accounts(_ view: StoreView) -> String {
    """
    SELECT \(sessionColumns), active_session.device IS NOT NULL, account.last_signed_in_at,
      account.number, account.suspended_at
    FROM account
    LEFT JOIN session ON session.number = (
        SELECT max(number) FROM session
        WHERE session.account = account.number AND session.device = ?1)
      AND session.end_reason IS NOT 'signedOut'
    LEFT JOIN active_session ON active_session.session = session.number
    WHERE \(view.condition(on: "account.number")) AND account.number > ?3
    ORDER BY account.number LIMIT ?4
    """
  }

  func accounts(
    _ page: PageRequest,
    in view: StoreView
  ) throws(StoreFailure) -> Page<AccountEntry> {
    let found = try rows(
      Self.accounts(view),
      .text(view.deviceID.description),
      .time(view.time),
      .integer(try page.rowNumber(at: location, first: .min)),
      .integer(Int64(page.limit + 1))
    ) { row throws(StoreFailure) in
      let account = try row.account(at: 0)
      let entry = AccountEntry(
        account: account,
        session: row.isNull(6) ? nil : try row.session(of: account.id, at: 6),
        isActive: try row.integer(17) != 0,
        lastSignedInAt: try row.optionalTimestamp(18),
        suspendedAt: try row.optionalTimestamp(20)
      )
      return (number: try row.integer(19), entry: entry)
    }
    return page.page(of: found)
  }

  func account(
    holding reference: NicknameReference,
    in view: StoreView
  ) throws(StoreFailure) -> Account? {
    try visible(try holder(of: reference), in: view)
  }

  func account(_ id: AccountID, in view: StoreView) throws(StoreFailure) -> Account? {
    try visible(try account(of: id), in: view)
  }

  private func visible(
    _ account: NumberedAccount?,
    in view: StoreView
  ) throws(StoreFailure) -> Account? {
    guard let account, try isVisible(account, in: view) else { return nil }
    return account.account
  }

  /// - Returns: the active session before and after, or why nothing was changed.
  func activate(
    _ target: SwitchTarget,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Activation>, AccountError> {
    try performOnce(context) { () throws(StoreFailure) in
      let holder: NumberedAccount
      switch try account(target, context) {
      case .success(let found): holder = found
      case .failure(let refusal): return .failure(refusal)
      }
      let found = try session(of: holder, on: context.deviceID)
      guard let after = found?.state(at: context.time) else {
        return .failure(.notSignedIn(holder.account))
      }
      guard after.session.ending == nil else { return .failure(.sessionEnded(after)) }
      let activation = Activation(
        before: try session(of: .active, on: context.deviceID)?.state(at: context.time),
        after: after
      )
      guard activation.before != after else { return .success(.unchanged(activation)) }
      try makeActive(after.session.id, on: context.deviceID)
      try record(.switched, of: holder.account, after.session.id, in: context)
      return .success(.changed(activation))
    }
  }

  private func account(
    _ target: SwitchTarget,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<NumberedAccount, AccountError> {
    let scope = context.scope
    switch target {
    case .holder(let reference):
      return try known(try holder(of: reference), in: scope)
        ?? .failure(.noSuchAccount(reference.text))
    case .account(let id):
      return try known(try account(of: id), in: scope)
        ?? .failure(.noSuchAccount(id.description))
    case .onlyOther:
      let others = try rows(
        Self.others,
        .text(scope.deviceID.description),
        .time(context.time),
        .integer(Int64(AccountError.maximumCandidates))
      ) {
        row throws(StoreFailure) in
        NumberedAccount(number: try row.integer(6), account: try row.account(at: 0))
      }
      guard others.count == 1 else { return .failure(.ambiguous(others.map(\.account))) }
      return .success(others[0])
    }
  }

  /// The account if the caller may know it: a device may, also if its session there has ended.
  private func known(
    _ account: NumberedAccount?,
    in scope: StoreScope
  ) throws(StoreFailure) -> Result<NumberedAccount, AccountError>? {
    guard let account else { return nil }
    if case .device(let device) = scope, try session(of: account, on: device) == nil { return nil }
    return .success(account)
  }

  private static let others = """
    SELECT \(accountColumns), account.number
    FROM session JOIN account ON account.number = session.account
    WHERE session.device = ?1 AND session.ended_at IS NULL
      AND (session.expires_at IS NULL OR session.expires_at > ?2)
      AND session.number NOT IN (SELECT session FROM active_session WHERE device = ?1)
    ORDER BY account.number LIMIT ?3
    """

  /// - Returns: the removed account and its open session; nil if there is no such account.
  func remove(
    _ id: AccountID,
    proof: SignInProof,
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<AccountRemoval?>, AccountError> {
    try performOnce(context) { () throws(StoreFailure) in
      guard let found = try account(of: id), try isVisible(found, in: context.view) else {
        return .success(.unchanged(nil))
      }
      guard try mayChange(found, by: proof, for: .removal, context) else {
        return .failure(.proofDemanded(found.account))
      }
      let last = try session(of: found, on: context.deviceID)?.session
      let session = last.flatMap { $0.isOpen(at: context.time) ? $0 : nil }
      // SQLite overwrites what it frees, so that no text of the account is left in the file.
      _ = try rows("PRAGMA secure_delete = ON") { _ in }
      if try hasAdditionalTables() {
        try run(Self.removeLinksOfOpen, .integer(found.number))
      }
      // Deleting a session deletes its row in active_session.
      try run("DELETE FROM session WHERE account = ?", .integer(found.number))
      try run("DELETE FROM account WHERE number = ?", .integer(found.number))
      try beginRest(of: found.account, at: context.time)
      try record(.accountRemoved, of: found.account, session?.id, in: context)
      try eraseEvents(of: id)
      return .success(.changed(AccountRemoval(account: found.account, session: session)))
    }
  }

  static let removeLinksOfOpen = """
    DELETE FROM link
    WHERE device IN (SELECT device FROM session WHERE account = ? AND ended_at IS NULL)
    """

  func isVisible(
    _ account: NumberedAccount,
    in view: StoreView
  ) throws(StoreFailure) -> Bool {
    guard case .device(let device) = view.scope else { return true }
    return try row(
      """
      SELECT 1 FROM session WHERE device = ? AND account = ? AND ended_at IS NULL
        AND (expires_at IS NULL OR expires_at > ?)
      """,
      .text(device.description),
      .integer(account.number),
      .time(view.time)
    ) { _ in true } ?? false
  }
}

extension StoreView {
  /// The condition that an account is in the view; the device is the first parameter, the time the
  /// second.
  func condition(on account: String) -> String {
    switch scope {
    case .everything: "?1 IS NOT NULL AND ?2 IS NOT NULL"
    case .device:
      """
      \(account) IN (
        SELECT account FROM session
        WHERE device = ?1 AND ended_at IS NULL AND (expires_at IS NULL OR expires_at > ?2))
      """
    }
  }
}
