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

/// Reads the records of a store one by one.
struct RecordReader {
  private let contents: any StoreContents
  private var batch: ArraySlice<StoreRecord> = []

  init(_ contents: any StoreContents) {
    self.contents = contents
  }

  /// Returns the next record; nil after the last one.
  mutating func next() async throws(StoreFailure) -> StoreRecord? {
    if batch.isEmpty { batch = try await contents.next()[...] }
    return batch.popFirst()
  }
}
