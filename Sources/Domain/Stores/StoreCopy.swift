/// The result of copying a store.
public struct StoreCopy: Hashable, Sendable {
  /// The number of accounts, sessions and events in the copy, or added by a merge.
  public let recordCount: Int

  /// How many of them an earlier, interrupted copy had already written.
  public let resumedCount: Int

  /// Whether the copy replaced something at its place.
  public let hasReplaced: Bool

  /// Whether the records were merged into the content of a store.
  public let isMerge: Bool

  /// Creates the value.
  public init(
    recordCount: Int,
    resumedCount: Int,
    hasReplaced: Bool = false,
    isMerge: Bool = false
  ) {
    self.recordCount = recordCount
    self.resumedCount = resumedCount
    self.hasReplaced = hasReplaced
    self.isMerge = isMerge
  }
}

/// The progress of a copy.
public struct CopyProgress: Hashable, Sendable {
  /// The number of records that were copied.
  public let done: Int

  /// The number of records to copy; nil if it is not known.
  public let total: Int?

  /// Creates the value.
  public init(done: Int, total: Int?) {
    self.done = done
    self.total = total
  }
}
