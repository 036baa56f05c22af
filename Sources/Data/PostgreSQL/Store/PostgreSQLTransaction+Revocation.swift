#if Server
import MonikerDomain
import MonikerModel

/// The ends of sessions that a person or an operator asks for.
extension PostgreSQLTransaction {
  func endSessions(
    _ selection: SessionSelection,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<StoreStep<[SessionEntry]>, SessionError> {
    try performOnce(context, lockingDevice: true) { context throws(PostgreSQLFailure) in
      let meant: SessionID?
      switch try meantSession(selection, context) {
      case .success(let id): meant = id
      case .failure(let refusal): return .failure(refusal)
      }
      let view = context.postgreSQLView
      if case .session(let id) = selection, try !isKnown(id, in: view) {
        return .failure(.noSuchSession(id.description))
      }
      let isVoiding = selection.keptSubject == nil ? false : try voidLinks(ofHolderOf: meant)
      let ended = try revoke(
        (
          Self.open(selection, in: view),
          [
            .id(context.deviceID), .time(context.time), .id(meant),
            .count(Session.maximumRevocations),
          ]
        ),
        in: context
      )
      return .success(isVoiding ? .changed(ended.answer) : ended)
    }
  }

  static let linksOfHolder = "DELETE FROM link WHERE account = $1 RETURNING 1"

  /// Locks the account of a session, and voids the links that were approved for it.
  ///
  /// The lock comes first: a link that is redeemed at the same time has its session by then, which is ended.
  ///
  /// - Returns: whether there were some.
  private func voidLinks(ofHolderOf id: SessionID?) throws(PostgreSQLFailure) -> Bool {
    let holder = try row("SELECT account FROM session WHERE id = $1", .id(id)) {
      row throws(PostgreSQLFailure) in try row.integer(0)
    }
    guard let holder else { return false }
    lockAccounts([holder])
    return try exists(Self.linksOfHolder, .integer(holder))
  }

  /// Revokes the open sessions that a statement finds, and voids the links that were approved for their accounts.
  ///
  /// - Returns: the sessions after their end.
  func revoke(
    _ statement: Statement,
    in context: ChangeContext
  ) throws(PostgreSQLFailure) -> StoreStep<[SessionEntry]> {
    let open = try lockingAccounts(of: statement) { row throws(PostgreSQLFailure) in
      let account = try row.integer(18)
      return (account: account, found: (account: account, entry: try row.sessionEntry()))
    }
    guard !open.isEmpty else { return .unchanged([]) }
    voidLinks(of: open.map(\.account))
    let ended = try end(open.map(\.entry.holder), .revoked, in: context)
    return .changed(
      zip(open, ended).map { SessionEntry(holder: $1, isActive: $0.entry.isActive) }
    )
  }

  /// Runs a statement until the accounts of all that it finds are locked: so nothing that belongs to what
  /// it means has been added or changed since.
  ///
  /// - Parameter read: returns the number of the account of a row, and what is found in it.
  func lockingAccounts<Found>(
    of statement: Statement,
    _ read: (PostgreSQLRow) throws(PostgreSQLFailure) -> (account: Int64, found: Found)
  ) throws(PostgreSQLFailure) -> [Found] {
    var locked: Set<Int64> = []
    while true {
      let rows = try rows(statement, read: read)
      let others = Set(rows.map(\.account)).subtracting(locked)
      if others.isEmpty { return rows.map(\.found) }
      lockAccounts(others)
      locked.formUnion(others)
    }
  }

  /// The session that a selection names, whose account is locked.
  private func meantSession(
    _ selection: SessionSelection,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Result<SessionID?, SessionError> {
    switch selection {
    case .session(let id):
      return .success(id)
    case .subject(let subject), .others(let subject), .otherDevices(let subject):
      let found = try heldSession(of: subject, on: context.deviceID)?.session
      guard let active = found?.state(at: context.time) else { return .failure(.notSignedIn) }
      guard active.session.ending == nil else { return .failure(.sessionEnded(active)) }
      return .success(active.session.id)
    case .all:
      return .success(nil)
    }
  }

  /// The open sessions of a selection.
  ///
  /// A condition for each case, so that a single session is found by its ID, those of an account by an
  /// index, and the others are read in order.
  static func open(_ selection: SessionSelection, in view: PostgreSQLView) -> String {
    let condition =
      switch selection {
      case .session, .subject: "session.id = $3"
      case .others: "session.id <> $3"
      case .otherDevices:
        "session.account = (SELECT account FROM session WHERE id = $3) AND session.id <> $3"
      case .all: "$3::text IS NULL"
      }
    return """
      \(entries)
      WHERE session.ended_at IS NULL
        AND (session.expires_at IS NULL OR session.expires_at > $2::bigint)
        AND \(view.condition(on: "session.account")) AND \(condition)
      ORDER BY session.number LIMIT $4
      """
  }

  static func known(_ view: PostgreSQLView) -> String {
    "SELECT account FROM session WHERE id = $3 AND \(view.condition(on: "account"))"
  }

  /// Whether there is a session with an ID; then its account is locked, so that it stays.
  private func isKnown(
    _ id: SessionID,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> Bool {
    let sessions = try lockingAccounts(
      of: (Self.known(view), [.id(view.deviceID), .time(view.time), .id(id)])
    ) { row throws(PostgreSQLFailure) in (account: try row.integer(0), found: id) }
    return !sessions.isEmpty
  }
}
#endif
