#if Server
import MonikerDomain
import MonikerModel

extension PostgreSQLTransaction {
  /// Makes a change once, or repeats its recorded answer.
  ///
  /// The ID of the intention is the first lock: of several calls with one ID, one makes the change.
  ///
  /// - Parameters:
  ///   - locksDevice: whether the change concerns what belongs to the device of the call.
  ///   - isDeviceNew: whether the caller has no device before the change.
  ///   - again: sets another secret in place of the one that the recorded call has set;
  ///     returns nil if it has set none.
  ///   - body: makes the change, with the time of the change.
  func performOnce<Answer: IntentionResult, Refusal: Error>(
    _ request: ChangeContext,
    lockingDevice locksDevice: Bool = false,
    byAnyDevice isDeviceNew: Bool = false,
    again: (Answer, ChangeContext) throws(PostgreSQLFailure) -> Result<
      StoreStep<Answer>, Refusal
    >? = { _, _ in nil },
    _ body: (ChangeContext) throws(PostgreSQLFailure) -> Result<StoreStep<Answer>, Refusal>
  ) throws(PostgreSQLFailure) -> Result<StoreStep<Answer>, Refusal> {
    guard let id = request.intention else {
      if locksDevice { lock(request.deviceID) }
      return try body(try timed(request))
    }
    var context = try timed(request)
    if try !claim(id, context), let known = try intention(id), known.isKept(at: context.time) {
      guard isDeviceNew || known.deviceID == context.deviceID, known.content == context.content,
        let answer = Answer(known.answer)
      else { throw PostgreSQLFailure(.idInUse(at: location)) }
      if locksDevice { lock(context.deviceID) }
      guard let outcome = try again(answer, context) else { return .success(.unchanged(answer)) }
      record(outcome, of: id, at: known.time, context)
      return outcome
    }
    if locksDevice {
      lock(request.deviceID)
      context = try timed(request)
    }
    let outcome = try body(context)
    record(outcome, of: id, at: context.time, context)
    return outcome
  }

  /// Writes the ID of an intention down, after the end of any other transaction that has done so.
  ///
  /// - Returns: whether it is new.
  private func claim(
    _ id: IntentionID,
    _ context: ChangeContext
  ) throws(PostgreSQLFailure) -> Bool {
    try exists(
      """
      INSERT INTO intention (id, time, device) VALUES ($1, $2, $3)
      ON CONFLICT (id) DO NOTHING RETURNING 1
      """,
      .id(id),
      .time(context.time),
      .id(context.deviceID)
    )
  }

  /// Records the answer to a change that is recorded, and else that there was none.
  private func record<Answer: IntentionResult, Refusal>(
    _ outcome: Result<StoreStep<Answer>, Refusal>,
    of id: IntentionID,
    at time: Timestamp,
    _ context: ChangeContext
  ) {
    // Whatever was refused or has nothing to do is rolled back.
    guard case .success(.changed(let answer)) = outcome else { return }
    guard let recorded = answer.recorded else {
      return write("DELETE FROM intention WHERE id = $1", .id(id))
    }
    write(
      Self.forgetIntentions,
      PostgreSQLValue.bounds(of: IntentionRecord.lifetime, around: context.time)
        + [.count(IntentionRecord.maximumRemovals), .id(id)]
    )
    write(
      "UPDATE intention SET time = $2, device = $3, content = $4, answer = $5 WHERE id = $1",
      .id(id),
      .time(time),
      .id(context.deviceID),
      .digest(context.content),
      .text(IntentionText.text(of: recorded))
    )
  }

  /// The record of an intention; nil if there is none.
  func intention(_ id: IntentionID) throws(PostgreSQLFailure) -> IntentionRecord? {
    try knownIntention(id, in: PostgreSQLView(scope: .everything(on: .local), time: nil))?.record
  }

  /// The record of an intention, with the time of the query.
  func knownIntention(
    _ id: IntentionID,
    in view: PostgreSQLView
  ) throws(PostgreSQLFailure) -> (record: IntentionRecord, now: Timestamp)? {
    try row(
      """
      SELECT time, device, answer, content, \(PostgreSQLView.time(2)) FROM intention
      WHERE id = $1 AND answer IS NOT NULL
      """,
      .id(id),
      .time(view.time)
    ) { row throws(PostgreSQLFailure) in
      guard let answer = IntentionText.answer(in: try row.text(2)) else { throw row.damaged(2) }
      let record = IntentionRecord(
        at: try row.timestamp(0),
        on: try row.identifier(1),
        content: try row.optionalDigest(3),
        answer: answer
      )
      return (record, try row.timestamp(4))
    }
  }

  // What another transaction removes at this moment need not be removed again.
  static let forgetIntentions = """
    WITH past AS (
      SELECT id FROM intention WHERE time <= $1 AND id <> $4 ORDER BY time, id LIMIT $3
      FOR UPDATE SKIP LOCKED),
    future AS (
      SELECT id FROM intention WHERE time >= $2 AND id <> $4 ORDER BY time, id LIMIT $3
      FOR UPDATE SKIP LOCKED)
    DELETE FROM intention WHERE id = ANY (ARRAY (
      SELECT id FROM past UNION ALL SELECT id FROM future LIMIT $3))
    """
}
#endif
