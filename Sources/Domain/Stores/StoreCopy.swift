/// What copying a store has led to.
public struct StoreCopy: Hashable, Sendable {
  /// How many accounts, sessions and events there are in the copy, or were added to a store.
  public let recordCount: Int

  /// How many of them an earlier copy had brought there that was broken off.
  public let resumedCount: Int

  /// Whether something was in the place of the copy that is not there any more.
  public let hasReplaced: Bool

  /// Whether the records were added to what a store held.
  public let isMerge: Bool

  /// Makes the value.
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

/// How far a copy has come.
public struct CopyProgress: Hashable, Sendable {
  /// How many records have been copied.
  public let done: Int

  /// How many there are to copy; nil where it is not known.
  public let total: Int?

  /// Makes the value.
  public init(done: Int, total: Int?) {
    self.done = done
    self.total = total
  }
}
