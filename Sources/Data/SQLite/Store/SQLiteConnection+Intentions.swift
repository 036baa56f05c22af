import MonikerDomain
import MonikerModel

extension SQLiteConnection {
  /// Makes a change as ``perform(_:_:)`` does, or repeats its recorded answer.
  ///
  /// - Parameter isDeviceNew: whether the caller has no device before the change.
  func performOnce<Answer: IntentionResult, Refusal: Error>(
    _ context: ChangeContext,
    byAnyDevice isDeviceNew: Bool = false,
    _ body: () throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal>
  ) throws(StoreFailure) -> Result<StoreStep<Answer>, Refusal> {
    guard let id = context.intention else { return try perform(context, body) }
    return try perform(context) { () throws(StoreFailure) in
      if let known = try intention(id), known.isKept(at: context.time) {
        guard isDeviceNew || known.deviceID == context.deviceID, let answer = Answer(known.answer)
        else {
          throw .idInUse(at: location)
        }
        return .success(.unchanged(answer))
      }
      let outcome = try body()
      if case .success(.changed(let answer)) = outcome, let recorded = answer.recorded {
        try makeAdditionalTables()
        try forgetIntentions(at: context.time)
        try record(
          IntentionRecord(at: context.time, on: context.deviceID, answer: recorded),
          of: id
        )
      }
      return outcome
    }
  }

  func intention(_ id: IntentionID) throws(StoreFailure) -> IntentionRecord? {
    guard try hasAdditionalTables() else { return nil }
    return try row(
      "SELECT time, device, answer FROM intention WHERE id = ?",
      .text(id.description)
    ) { row throws(StoreFailure) in
      guard let answer = IntentionText.answer(in: try row.text(2)) else { throw row.damaged(2) }
      return IntentionRecord(
        at: try row.timestamp(0),
        on: try row.identifier(1),
        answer: answer
      )
    }
  }

  private func record(_ record: IntentionRecord, of id: IntentionID) throws(StoreFailure) {
    try run(
      "INSERT OR REPLACE INTO intention (id, time, device, answer) VALUES (?, ?, ?, ?)",
      .text(id.description),
      .time(record.time),
      .text(record.deviceID.description),
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
