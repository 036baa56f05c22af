/// The content of a store at one moment, read in batches so that it need not fit into memory.
///
/// Later changes to the store are not visible.
public protocol StoreContents: Sendable {
  /// Returns the next records, in the order of ``StoreRecord``; the store metadata is the last.
  ///
  /// - Returns: some records; an empty array after the last one.
  /// - Throws: the failure of the store; the records read so far are incomplete then.
  func next() async throws(StoreFailure) -> [StoreRecord]
}
