/// The port to the intentions that a store has recorded.
///
/// An intention whose ``RequestContext/intention`` is an ID is recorded in the step of its change, and
/// kept for ``IntentionRecord/lifetime``. This applies to all changes that ``IntentionAnswer`` lists.
///
/// - A call that changes nothing, or that is refused, is not recorded.
/// - A call with the ID of a recorded intention returns the recorded answer and changes nothing. If the
///   intention is one of another kind, of another device or with another ``RequestContext/content``, the
///   call fails with ``StoreFailure/Reason/idInUse``.
/// - A secret that the first call has set is an exception, because its answer can be lost: the
///   repetition sets another one in its place, as ``IdentityTokenRepository/issue(_:in:)`` and
///   ``RecoveryKeyRepository/setRecoveryKey(_:of:proof:in:)`` define.
/// - Of any number of concurrent calls with one ID, one makes the change, and all return its answer.
/// - Each change that is recorded removes up to ``IntentionRecord/maximumRemovals`` records that are
///   no longer kept, the oldest first.
/// - Copies, exports and backups do not contain the records, and a merge changes none.
public protocol IntentionRepository: Sendable {
  /// Returns the record of an intention.
  ///
  /// - Parameters:
  ///   - id: the ID of the intention.
  ///   - scope: the scope of the call; a device sees its own intentions.
  /// - Returns: nil if the store has recorded no such intention, or not within the last day.
  /// - Throws: ``IntentionError/store(_:)``.
  func intention(
    _ id: IntentionID,
    in scope: StoreScope
  ) async throws(IntentionError) -> IntentionRecord?
}
