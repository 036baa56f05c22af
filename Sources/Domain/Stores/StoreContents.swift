/// What a store held at one moment, read piece by piece so that it need not fit into memory.
///
/// Changes that are made to the store meanwhile do not show.
public protocol StoreContents: Sendable {
  /// The next records, in the order of ``StoreRecord``; the one of the metadata is the very last.
  ///
  /// - Returns: some records; none after the last one.
  /// - Throws: the failure of the store; what was read so far is no store then.
  func next() async throws(StoreFailure) -> [StoreRecord]
}

/// Gives the records of a store one by one.
struct RecordReader {
  private let contents: any StoreContents
  private var batch: ArraySlice<StoreRecord> = []

  init(_ contents: any StoreContents) {
    self.contents = contents
  }

  /// The next record; nil after the last one.
  mutating func next() async throws(StoreFailure) -> StoreRecord? {
    if batch.isEmpty { batch = try await contents.next()[...] }
    return batch.popFirst()
  }
}
