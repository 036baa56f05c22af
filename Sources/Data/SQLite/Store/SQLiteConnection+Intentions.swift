import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  /// Makes a change as ``perform(_:_:)`` does, or repeats its recorded answer.
  ///
  /// - Parameters:
  ///   - isDeviceNew: whether the caller has no device before the change.
  ///   - again: sets another secret in place of the one that the recorded call has set;
  ///     returns nil if it has set none.
  ///   - body: makes the change.
  func performOnce<Answer: IntentionResult, Refusal: Error>(
    _ context: ChangeContext,
    byAnyDevice isDeviceNew: Bool = false,
    again: (Answer) throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal>? = { _ in nil },
    _ body: () throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal>
  ) throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal> {
    guard let id = context.intention else { return try perform(context, body) }
    return try perform(context) { () throws(StoreFailure) in
      if let known = try intention(id), known.isKept(at: context.time) {
        guard isDeviceNew || known.deviceID == context.deviceID, known.content == context.content,
          let answer = Answer(known.answer)
        else {
          throw .idInUse(at: location)
        }
        guard let outcome = try again(answer) else { return .success(.unchanged(answer)) }
        try record(outcome, of: id, at: known.time, context)
        return outcome
      }
      let outcome = try body()
      try record(outcome, of: id, at: context.time, context)
      return outcome
    }
  }

  /// Records a change; nothing else is recorded.
  private func record<Answer: IntentionResult, Refusal>(
    _ outcome: Result<StoreStep<Answer>, Refusal>,
    of id: IntentionID,
    at time: Timestamp,
    _ context: ChangeContext
  ) throws(StoreFailure) {
    guard case .success(.changed(let answer)) = outcome, let recorded = answer.recorded else {
      return
    }
    try makeAdditionalTables()
    try forgetIntentions(at: context.time)
    let record = IntentionRecord(
      at: time,
      on: context.deviceID,
      content: context.content,
      answer: recorded
    )
    try insert(record, of: id)
  }

  func intention(_ id: IntentionID) throws(StoreFailure) -> IntentionRecord? {
    guard try hasAdditionalTables() else { return nil }
    return try row(
      "SELECT time, device, answer, content FROM intention WHERE id = ?",
      .text(id.description)
    ) { row throws(StoreFailure) in
      guard let answer = IntentionText.answer(in: try row.text(2)) else { throw row.damaged(2) }
      return IntentionRecord(
        at: try row.timestamp(0),
        on: try row.identifier(1),
        content: try row.optionalDigest(3),
        answer: answer
      )
    }
  }

  private func insert(_ record: IntentionRecord, of id: IntentionID) throws(StoreFailure) {
    try run(
      """
      INSERT OR REPLACE INTO intention (id, time, device, content, answer) VALUES (?, ?, ?, ?, ?)
      """,
      .text(id.description),
      .time(record.time),
      .text(record.deviceID.description),
      .text(record.content?.hexadecimal),
      .text(IntentionText.text(of: record.answer))
    )
  }

  static let forgetIntentions = """
    DELETE FROM intention WHERE id IN (
      SELECT id FROM (SELECT id FROM intention WHERE time <= ?1 ORDER BY time, id LIMIT ?3)
      UNION ALL
      SELECT id FROM (SELECT id FROM intention WHERE time >= ?2 ORDER BY time, id LIMIT ?3)
      LIMIT ?3)
    """

  private func forgetIntentions(at time: Timestamp) throws(StoreFailure) {
    try run(
      Self.forgetIntentions,
      .integer(time.millisecondsSince1970 - IntentionRecord.lifetime.wholeMilliseconds),
      .integer(time.millisecondsSince1970 + IntentionRecord.lifetime.wholeMilliseconds),
      .integer(Int64(IntentionRecord.maximumRemovals))
    )
  }
}
