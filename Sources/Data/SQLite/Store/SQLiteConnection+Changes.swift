import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  /// Makes a change with its expiries and the history limit, inside the transaction of a batch.
  ///
  /// The caller rolls back if the change was refused or had nothing to do.
  ///
  /// - Parameter body: makes the change. It runs after all expiries up to the time of the request
  ///   are recorded.
  func perform<Answer, Refusal: Error>(
    _ context: RequestContext,
    _ body: () throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal>
  ) throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal> {
    try step { () throws(StoreFailure) in
      try recordExpiries(by: context.time)
      let outcome = try body()
      if Self.isChange(outcome) { try forget(keeping: context.historyLimit) }
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

  private static let due = """
    SELECT \(sessionColumns) FROM session JOIN account ON account.number = session.account
    WHERE session.ended_at IS NULL AND session.expires_at IS NOT NULL AND session.expires_at <= ?
    ORDER BY session.expires_at, session.number
    """

  private func recordExpiries(by time: Timestamp) throws(StoreFailure) {
    let due = try rows(Self.due, .time(time)) { row throws(StoreFailure) in try row.activeSession()
    }
    for active in due {
      let expiry = active.session.expiresAt ?? time
      let scope = StoreScope.device(active.session.deviceID)
      _ = try end(active, .expired, in: RequestContext(at: expiry, in: scope))
    }
  }

  /// Ends an open session, and records the event.
  ///
  /// - Returns: the session after its end.
  func end(
    _ active: AccountSession,
    _ reason: SessionEnding.Reason,
    in context: RequestContext
  ) throws(StoreFailure) -> AccountSession {
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
    in context: RequestContext
  ) throws(StoreFailure) -> Int {
    try run(
      """
      INSERT INTO event
        (time, kind, account, nickname, earlier_nickname, session, host, terminal)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      .time(context.time),
      .text(kind.rawValue),
      .text(account.id.description),
      .text(account.nickname.text),
      .text(earlierNickname),
      .text(session?.description),
      .text(context.origin.host),
      .text(context.origin.terminal)
    )
    return Int(lastInsertedRow)
  }

  private func forget(keeping limit: Int) throws(StoreFailure) {
    let bounds = try row(
      """
      SELECT (SELECT min(number) FROM event), seq FROM sqlite_sequence WHERE name = 'event'
      """
    ) { row throws(StoreFailure) in
      row.isNull(0) ? nil : (first: try row.integer(0), last: try row.integer(1))
    }
    // Greater numbers are damage, which the reads report.
    if let (first, last) = bounds ?? nil, first > 0, last > 0, first <= HistoryEvent.maximumSequence
    {
      let removed = min(last - Int64(limit), first - 1 + Int64(HistoryEvent.maximumRemovals))
      if removed >= first { try run("DELETE FROM event WHERE number <= ?", .integer(removed)) }
    }
    try run(
      """
      DELETE FROM session
      WHERE end_event IS NOT NULL
        AND end_event < ifnull((SELECT min(number) FROM event), 0x7FFFFFFFFFFFFFFF)
        AND number NOT IN (SELECT session FROM active_session)
      """
    )
  }
}
