/// The port to a staging store, which is filled beside its place and published there as a whole.
///
/// Other users of the place do not see a staging store before it is published, nor do other staging
/// stores for the same place. It begins empty.
public protocol StagingStore: Sendable {
  /// The place of the published store, in its user's terms.
  var location: String { get }

  /// Returns the records that were appended, in their order, if the last of them was appended.
  func contents() async throws(StoreFailure) -> any StoreContents

  /// Appends the next records of a store, in the order of ``StoreRecord``, in one step.
  ///
  /// Records that contradict earlier ones may be rejected here, or found only by ``defects()``.
  ///
  /// - Throws: ``StoreFailure/Reason/damaged`` or ``StoreFailure/Reason/idInUse`` if it rejects the
  ///   records; nothing was appended then.
  func append(_ records: [StoreRecord]) async throws(StoreFailure)

  /// Returns the defects of its content, as ``StoreArchive/defects()`` defines.
  func defects() async throws(StoreFailure) -> [String]

  /// Publishes the store at its place in one step, and removes the staging files.
  ///
  /// - Parameter placing: what may be at the place, and what becomes of it.
  /// - Returns: whether something was there.
  /// - Throws: ``StoreError/notEmpty(location:)``, and the records can still be read;
  ///   ``StoreError/store(_:)``.
  @discardableResult
  func publish(_ placing: StorePlacing) async throws(StoreError) -> Bool

  /// Removes the staging store.
  func discard() async throws(StoreFailure)
}

/// What may be at the place of a published store, and what becomes of it.
public enum StorePlacing: Hashable, Sendable {
  /// Nothing, or a store in which nothing has ever happened.
  case ifEmpty

  /// Anything; it is kept at this path.
  case keeping(at: String)

  /// An earlier backup, or anything else; it is kept at this path.
  ///
  /// The file at the place then has the whole content without files beside it, since people copy it. If another
  /// program prevents that, the call fails with ``StoreFailure/Reason/busy``, and ``StoreFailure/isChangeMade`` is true.
  case replacingBackup(keeping: String)

  /// A damaged store, which is not opened but kept unchanged at this path.
  ///
  /// The caller has the ``StoreSalvage`` of the store, which keeps other users from it.
  case salvaging(to: String)
}
