#if Server
import MonikerDomain
import MonikerModel

/// The claims to nicknames.
extension PostgreSQLTransaction {
  /// What stands in the way of a claim, in one row and as of one moment: the account that holds the
  /// nickname, or else the oldest one whose nickname looks like it, and the end of a rest.
  static let rival = """
    SELECT \(accountColumns), resting.freed_at, \(restValue)
    FROM (\(lastResting)) AS resting LEFT JOIN LATERAL (
      SELECT account.* FROM account
      WHERE (nickname_key = $1 OR nickname_skeleton = $2 OR shown_skeleton = $3)
        AND id IS DISTINCT FROM $4
      ORDER BY (nickname_key = $1) DESC, number LIMIT 1) AS account ON true
    """

  /// - Parameter time: the time; nil for that of the database.
  func conflict(
    of nickname: Nickname,
    otherThan id: AccountID? = nil,
    at time: Timestamp?
  ) throws(PostgreSQLFailure) -> NicknameConflict? {
    let found = try row(
      Self.rival,
      .text(nickname.key.text),
      .text(nickname.skeleton.text),
      .text(nickname.shownSkeleton.text),
      .id(id),
      .time(time)
    ) { row throws(PostgreSQLFailure) in
      let rest = try row.integer(7)
      return (
        account: try row.isNull(0) ? nil : row.account(at: 0),
        rest: try row.optionalTimestamp(6)?.advanced(by: .milliseconds(rest))
      )
    }
    let isHolder = found?.account?.nickname.key == nickname.key
    return NicknameConflict(
      holder: isHolder ? found?.account : nil,
      lookalike: isHolder ? nil : found?.account,
      rest: found?.rest
    )
  }

  func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Renaming>, NicknameError> {
    try performOnce(context, lockingDevice: true) { context throws(PostgreSQLFailure) in
      let found = try heldSession(of: subject, on: context.deviceID)
      guard let found, let session = found.session else { return .failure(.notSignedIn) }
      let before = session.state(at: context.time)
      guard before.session.ending == nil else { return .failure(.sessionEnded(before)) }
      return try makeAssignment(nickname, to: found.account, context).map { step in
        step.map {
          Renaming(before: before, after: AccountSession(account: $0, session: before.session))
        }
      }
    }
  }

  /// - Parameters:
  ///   - id: the account; nil for a new one.
  ///   - newID: the ID of a new account.
  /// - Returns: the account after the change, or why it cannot have the nickname.
  func assign(
    _ nickname: Nickname,
    to id: AccountID?,
    as newID: AccountID,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Account>, NicknameError> {
    try performOnce(context) { context throws(PostgreSQLFailure) in
      guard let id else {
        if let conflict = try conflict(of: nickname, at: context.time) {
          return .failure(conflict.error(for: nickname))
        }
        let new = try addAccount(nickname, as: newID, context)
        record(.accountAdded, of: new.account, new.number, nil, in: context)
        return .success(.changed(new.account))
      }
      let own = try visibleAccount(id, in: context.postgreSQLView, locking: true)
      guard let own else { return .failure(.notSignedIn) }
      return try makeAssignment(nickname, to: own, context)
    }
  }

  /// - Parameter id: the account that would claim the nickname; nil for a new one.
  /// - Returns: why ``assign(_:to:as:_:)`` would refuse it.
  func conflict(
    of nickname: Nickname,
    for id: AccountID?,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Result<NicknameConflict?, NicknameError> {
    if let id, try visibleAccount(id, in: view) == nil { return .failure(.notSignedIn) }
    return .success(try conflict(of: nickname, otherThan: id, at: view.time))
  }

  private func makeAssignment(
    _ nickname: Nickname,
    to own: StoredAccount,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Account>, NicknameError> {
    let rival = try conflict(of: nickname, otherThan: own.account.id, at: context.time)
    if let rival { return .failure(rival.error(for: nickname)) }
    let account = Account(
      id: own.account.id,
      nickname: nickname,
      createdAt: own.account.createdAt
    )
    guard account != own.account else { return .success(.unchanged(account)) }
    let open = try openSession(of: own, on: context)
    update(account)
    try beginRest(of: own.account, at: context.time)
    endRest(of: nickname, for: own.account.id, at: context.time)
    record(.renamed, of: account, own.number, open?.id, own.account.nickname.text, in: context)
    return .success(.changed(account))
  }

  private func update(_ account: Account) {
    write(
      """
      UPDATE account
      SET nickname = $1, nickname_key = $2, nickname_skeleton = $3, shown_skeleton = $4
      WHERE id = $5
      """,
      .text(account.nickname.text),
      .text(account.nickname.key.text),
      .text(account.nickname.skeleton.text),
      .text(account.nickname.shownSkeleton.text),
      .id(account.id)
    )
  }
}
#endif
