/// Selects events of the history.
public struct HistoryQuery: Hashable, Sendable {
  /// Selects all events.
  public static let all = HistoryQuery()

  /// The account whose events are selected, which may have been removed; nil for all accounts.
  public let account: AccountID?

  /// The earliest time of an event; nil for no bound.
  public let since: Timestamp?

  /// Creates the value.
  public init(of account: AccountID? = nil, since: Timestamp? = nil) {
    self.account = account
    self.since = since
  }
}
