import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  /// Makes a change with the history limit, inside the transaction of a batch.
  ///
  /// The caller rolls back if the change was refused or had nothing to do.
  ///
  /// - Parameter body: makes the change.
  func perform<Answer, Refusal: Error>(
    _ context: ChangeContext,
    _ body: () throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal>
  ) throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal> {
    try step { () throws(StoreFailure) in
      let last = try lastSequence()
      let outcome = try body()
      if Self.isChange(outcome) { try forget(behind: last) }
      return outcome
    }
  }

  /// Runs a step of a batch after checking the schema version.
  ///
  /// The caller rolls back if the step was refused or had nothing to do.
  func step<Answer, Refusal: Error>(
    _ body: () throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal>
  ) throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal> {
    try checkVersionUnlessKnown()
    return try body()
  }

  private static func isChange<Answer, Refusal>(
    _ outcome: Result<StoreStep<Answer>, Refusal>
  ) -> Bool {
    if case .success(.changed) = outcome { true } else { false }
  }

  static let due = """
    SELECT \(sessionColumns) FROM session JOIN account ON account.number = session.account
    WHERE session.ended_at IS NULL AND session.expires_at IS NOT NULL AND session.expires_at <= ?
    ORDER BY session.expires_at, session.number LIMIT ?
    """

  func recordExpiries(
    _ context: ChangeContext
  ) throws(StoreFailure) -> Result<StoreStep<Int>, SessionError> {
    try perform(context) { () throws(StoreFailure) in
      let due = try rows(
        Self.due,
        .time(context.time),
        .integer(Int64(Session.maximumExpiries))
      ) { row throws(StoreFailure) in try row.activeSession() }
      guard !due.isEmpty else { return .success(.unchanged(0)) }
      for active in due { _ = try recordExpiry(active, by: context.time) }
      return .success(.changed(due.count))
    }
  }

  /// Records the expiry of a session, if it has expired and is open.
  ///
  /// - Returns: the session after it.
  func recordExpiry(
    _ active: AccountSession,
    by time: Timestamp
  ) throws(StoreFailure) -> AccountSession {
    guard active.session.ending == nil, let expiry = active.session.expiresAt,
      active.session.hasExpired(by: time)
    else { return active }
    let scope = StoreScope.device(active.session.deviceID)
    return try end(active, .expired, in: ChangeContext(at: expiry, in: scope))
  }

  /// Ends an open session, and records the event.
  ///
  /// - Returns: the session after its end.
  func end(
    _ active: AccountSession,
    _ reason: SessionEnding.Reason,
    in context: ChangeContext
  ) throws(StoreFailure) -> AccountSession {
    if reason != .expired, try hasAdditionalTables() {
      try run("DELETE FROM link WHERE device = ?", .text(active.session.deviceID.description))
    }
    let kind = HistoryEvent.Kind(reason)
    let sequence = try record(kind, of: active.account, active.session.id, in: context)
    try run(
      "UPDATE session SET ended_at = ?, end_reason = ?, end_event = ? WHERE id = ?",
      .time(context.time),
      .text(reason.rawValue),
      .integer(Int64(sequence)),
      .text(active.session.id.description)
    )
    let ending = SessionEnding(at: context.time, reason, recordedAs: sequence)
    return AccountSession(account: active.account, session: active.session.ended(ending))
  }

  /// - Returns: the event number.
  @discardableResult
  func record(
    _ kind: HistoryEvent.Kind,
    of account: Account,
    _ session: SessionID?,
    _ earlierNickname: String? = nil,
    in context: ChangeContext
  ) throws(StoreFailure) -> Int {
    try run(
      """
      INSERT INTO event
        (time, kind, account, nickname, earlier_nickname, session, device, host, terminal)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .time(context.time),
      .text(kind.rawValue),
      .text(account.id.description),
      .text(account.nickname.text),
      .text(earlierNickname),
      .text(session?.description),
      .device(context.deviceID),
      .text(context.origin.host),
      .text(context.origin.terminal)
    )
    return Int(lastInsertedRow)
  }

  /// By the numbers: SQLite would read the whole index of the accounts, which are sorted there.
  static let recorded = "SELECT DISTINCT account FROM event NOT INDEXED WHERE number > ?"

  /// Applies the history limit to the accounts of the events after a number.
  private func forget(behind last: Int64) throws(StoreFailure) {
    let accounts = try rows(Self.recorded, .integer(last)) { row throws(StoreFailure) in
      try row.text(0)
    }
    guard !accounts.isEmpty else { return }
    let limit = try settings().historyLimit
    for account in accounts { try forget(account, keeping: limit) }
  }

  /// The newest event of an account that is beyond a limit.
  static let firstForgotten = """
    SELECT number FROM event WHERE account = ? ORDER BY number DESC LIMIT 1 OFFSET ?
    """

  static let forgetEvents = """
    DELETE FROM event WHERE number IN (
      SELECT number FROM event WHERE account = ? AND number <= ? ORDER BY number LIMIT ?)
    """

  static let forgetSessions = """
    DELETE FROM session
    WHERE account = (SELECT number FROM account WHERE id = ?1) AND end_event IS NOT NULL
      AND end_event < ifnull(
        (SELECT number FROM event WHERE account = ?1 ORDER BY number LIMIT 1), 0x7FFFFFFFFFFFFFFF)
      AND NOT EXISTS (SELECT 1 FROM active_session WHERE active_session.session = session.number)
    """

  /// Removes the oldest events of an account beyond a limit, and its sessions whose end they tell.
  func forget(_ account: String, keeping limit: Int) throws(StoreFailure) {
    let last = try row(
      Self.firstForgotten,
      .text(account),
      .integer(Int64(limit))
    ) { row throws(StoreFailure) in try row.integer(0) }
    if let last {
      let count = Int64(HistoryEvent.maximumRemovals)
      try run(Self.forgetEvents, .text(account), .integer(last), .integer(count))
    }
    try run(Self.forgetSessions, .text(account))
  }
}
