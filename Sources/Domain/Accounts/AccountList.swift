/// The accounts of a store as of one moment, in the order in which they were made.
public struct AccountList: Hashable, Sendable {
  /// The accounts; a session that has run out may not have been recorded as ended.
  public let entries: [AccountEntry]

  /// The latest moment that the store has seen, by which the sessions are judged.
  public let latest: LatestTime

  /// Makes the value.
  public init(entries: [AccountEntry], latest: LatestTime) {
    self.entries = entries
    self.latest = latest
  }
}
