/// A store in the making, beside the place that it is for: nobody sees it until it is put there, whole.
///
/// What was acknowledged of a staging of a durable store may outlive its process: whoever makes a staging for
/// the same place again may find records in it, and goes on behind them.
public protocol StagingStore: Sendable {
  /// The place that it is for, as its user knows it.
  var location: String { get }

  /// What it holds so far: the first records of some store, in their order.
  ///
  /// - Throws: ``StoreFailure/Reason/busy`` where somebody else is making a store for the same place.
  func contents() async throws(StoreFailure) -> any StoreContents

  /// Adds the next records of a store, in the order of ``StoreRecord``, as one step.
  ///
  /// Records that contradict those before them may be refused here, or found by ``defects()`` alone.
  ///
  /// - Throws: ``StoreFailure/Reason/damaged`` or ``StoreFailure/Reason/idInUse`` for records that are
  ///   refused; nothing was added then.
  func append(_ records: [StoreRecord]) async throws(StoreFailure)

  /// What is wrong with what it holds, as ``StoreArchive/defects()`` has it.
  func defects() async throws(StoreFailure) -> [String]

  /// Puts the store in its place, in one step; nothing of the staging is left.
  ///
  /// - Parameter placing: what may be there.
  /// - Returns: whether something was there.
  /// - Throws: ``StoreError/notEmpty(location:)``; ``StoreError/store(_:)``.
  @discardableResult
  func publish(_ placing: StorePlacing) async throws(StoreError) -> Bool

  /// Removes the staging.
  func discard() async throws(StoreFailure)
}

/// What may be in the place of a store that is put there.
public enum StorePlacing: Hashable, Sendable {
  /// Nothing, or a store that nothing has ever happened in.
  case ifEmpty

  /// Anything; it is gone afterwards.
  case replacing

  /// Anything; it is kept under another name, of which this is the path.
  case keeping(at: String)

  /// A damaged store, which is not even opened, and kept as it is under another name. Who writes to it
  /// meanwhile writes to what is kept.
  case salvaging(to: String)
}
