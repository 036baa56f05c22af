#if Server
import MonikerDomain
import MonikerModel

extension PostgreSQLTransaction {
  static func accounts(_ view: PostgreSQLView) -> String {
    """
    SELECT \(sessionColumns), active_session.device IS NOT NULL, account.last_signed_in_at,
      account.number, account.suspended_at
    FROM account
    LEFT JOIN LATERAL (
      SELECT session.* FROM session
      WHERE session.account = account.number AND session.device = $1
      ORDER BY session.number DESC LIMIT 1) AS session
      ON session.end_reason IS DISTINCT FROM 'signedOut'
    LEFT JOIN active_session
      ON active_session.device = $1 AND active_session.session = session.number
    WHERE \(view.condition(on: "account.number")) AND account.number > $3
    ORDER BY account.number LIMIT $4
    """
  }

  func accounts(
    _ page: PageRequest,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Page<AccountEntry> {
    let found = try rows(
      Self.accounts(view),
      .id(view.deviceID),
      .time(view.time),
      .integer(try rowNumber(page, first: .min)),
      .count(page.limit + 1)
    ) { row throws(PostgreSQLFailure) in
      let account = try row.account(at: 0)
      let entry = AccountEntry(
        account: account,
        session: try row.isNull(6) ? nil : row.session(of: account.id, at: 6),
        isActive: try row.boolean(17),
        lastSignedInAt: try row.optionalTimestamp(18),
        suspendedAt: try row.optionalTimestamp(20)
      )
      return (number: try row.integer(19), entry: entry)
    }
    return page.page(of: found)
  }

  func account(
    holding reference: NicknameReference,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Account? {
    guard let found = try holder(of: reference), try isVisible(found, in: view) else { return nil }
    return found.account
  }

  /// The account with an ID, if the view has it.
  func visibleAccount(
    _ id: AccountID,
    in view: PostgreSQLView,
    locking isLocked: Bool = false
  ) throws(PostgreSQLFailure) -> StoredAccount? {
    guard let found = try account(of: id, locking: isLocked), try isVisible(found, in: view)
    else { return nil }
    return found
  }

  static let isVisible = """
    SELECT 1 FROM session WHERE device = $1 AND account = $3 AND ended_at IS NULL
      AND (expires_at IS NULL OR expires_at > \(PostgreSQLView.time(2)))
    """

  func isVisible(
    _ account: StoredAccount,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Bool {
    guard case .device(let device) = view.scope else { return true }
    return try exists(Self.isVisible, .id(device), .time(view.time), .integer(account.number))
  }

  /// - Returns: the active session before and after, or why nothing was changed.
  func activate(
    _ target: SwitchTarget,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Activation>, AccountError> {
    try performOnce(context, lockingDevice: true) { context throws(PostgreSQLFailure) in
      let holder: StoredAccount
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
        before: try activeSession(on: context.deviceID)?.state(at: context.time),
        after: after
      )
      guard activation.before != after else { return .success(.unchanged(activation)) }
      makeActive(after.session.id, on: context.deviceID)
      record(.switched, of: holder.account, holder.number, after.session.id, in: context)
      return .success(.changed(activation))
    }
  }

  /// The account of a target, which is locked.
  private func account(
    _ target: SwitchTarget,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoredAccount, AccountError> {
    switch target {
    case .holder(let reference):
      return try known(try holder(of: reference, locking: true), in: context.scope)
        ?? .failure(.noSuchAccount(reference.text))
    case .account(let id):
      return try known(try account(of: id, locking: true), in: context.scope)
        ?? .failure(.noSuchAccount(id.description))
    case .onlyOther:
      let others = try rows(
        Self.others,
        .id(context.deviceID),
        .time(context.time),
        .count(AccountError.maximumCandidates)
      ) { row throws(PostgreSQLFailure) in try row.storedAccount() }
      guard others.count == 1, let other = try account(of: others[0].account.id, locking: true)
      else { return .failure(.ambiguous(others.map(\.account))) }
      return .success(other)
    }
  }

  /// The account if the caller may know it: a device may, also if its session there has ended.
  private func known(
    _ account: StoredAccount?,
    in scope: StoreScope
  ) throws(PostgreSQLFailure) -> Result<StoredAccount, AccountError>? {
    guard let account else { return nil }
    if case .device(let device) = scope, try session(of: account, on: device) == nil { return nil }
    return .success(account)
  }

  static let others = """
    SELECT \(storedAccountColumns)
    FROM session JOIN account ON account.number = session.account
    WHERE session.device = $1 AND session.ended_at IS NULL
      AND (session.expires_at IS NULL OR session.expires_at > $2)
      AND session.number IS DISTINCT FROM (SELECT session FROM active_session WHERE device = $1)
    ORDER BY account.number LIMIT $3
    """

  /// - Returns: the removed account and its open session; nil if there is no such account.
  func remove(
    _ id: AccountID,
    proof: SignInProof,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<AccountRemoval?>, AccountError> {
    try performOnce(context) { context throws(PostgreSQLFailure) in
      let found = try visibleAccount(id, in: context.postgreSQLView, locking: true)
      guard let found else { return .success(.unchanged(nil)) }
      guard try mayChange(found, by: proof, for: .removal, context) else {
        return .failure(.proofDemanded(found.account))
      }
      let session = try openSession(of: found, on: context)
      // What the history limit does not keep would be shown again without the account.
      write(Self.removeForgottenEvents, .integer(found.number))
      write(Self.removeLinksOfOpen, .integer(found.number))
      // Deleting a session deletes its row in active_session.
      write("DELETE FROM session WHERE account = $1", .integer(found.number))
      write("DELETE FROM account WHERE number = $1", .integer(found.number))
      try beginRest(of: found.account, at: context.time)
      record(.accountRemoved, of: found.account, found.number, session?.id, in: context)
      eraseEvents(of: id)
      write(Self.limitRemovedEvents, .id(id))
      return .success(.changed(AccountRemoval(account: found.account, session: session)))
    }
  }

  static let removeLinksOfOpen = """
    DELETE FROM link WHERE device = ANY (ARRAY (
      SELECT device FROM session WHERE account = $1 AND ended_at IS NULL ORDER BY device))
    """

  static let removeForgottenEvents = """
    DELETE FROM event USING account
    WHERE account.number = $1 AND event.account = account.id AND event.number < account.first_event
    """

  /// Applies the history limit to the events of an account that is removed.
  static let limitRemovedEvents = """
    DELETE FROM event WHERE number = ANY (ARRAY (
      SELECT number FROM event
      WHERE account = $1 AND number <= (
        SELECT number FROM event WHERE account = $1 ORDER BY number DESC OFFSET \(limit) LIMIT 1)
      ORDER BY number LIMIT \(HistoryEvent.maximumRemovals)))
    """
}
#endif
