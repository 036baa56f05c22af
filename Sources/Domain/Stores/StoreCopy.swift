/// The result of copying a store.
public struct StoreCopy: Hashable, Sendable {
  /// The number of accounts, sessions and events in the copy, or added by a merge.
  public let recordCount: Int

  /// Whether the copy replaced something at its place.
  public let hasReplaced: Bool

  /// Whether the records were merged into the content of a store.
  public let isMerge: Bool

  /// The number of registered devices that were left out: their tokens are void in the copy.
  public let voidDeviceCount: Int

  /// Creates the value.
  public init(
    recordCount: Int,
    hasReplaced: Bool = false,
    isMerge: Bool = false,
    voidDeviceCount: Int = 0
  ) {
    self.recordCount = recordCount
    self.hasReplaced = hasReplaced
    self.isMerge = isMerge
    self.voidDeviceCount = voidDeviceCount
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
