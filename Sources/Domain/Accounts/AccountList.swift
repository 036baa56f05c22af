/// The accounts of a store as of one moment, in the order in which they were made.
public struct AccountList: Hashable, Sendable {
  /// The accounts; a session that has run out may not have been recorded as ended.
  public let entries: [AccountEntry]

  /// Makes the value.
  public init(entries: [AccountEntry]) {
    self.entries = entries
  }
}
