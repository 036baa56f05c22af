/// The accounts of a store as of one moment, in the order of their creation.
public struct AccountList: Hashable, Sendable {
  /// The accounts; the end of an expired session may not be recorded yet.
  public let entries: [AccountEntry]

  /// Creates the value.
  public init(entries: [AccountEntry]) {
    self.entries = entries
  }
}
