/// Selects events of the history.
public struct HistoryQuery: Hashable, Sendable {
  /// The account whose events are selected; nil for all accounts.
  public let holder: NicknameReference?

  /// The earliest time of an event; nil for no bound.
  public let since: Timestamp?

  /// The number that the events precede; nil for no bound.
  ///
  /// The lowest number of one page is the bound of the page before it.
  public let before: Int?

  /// The maximum number of events, of which the newest are returned; a negative number counts as 0.
  public let limit: Int

  /// Creates the value.
  public init(
    of holder: NicknameReference? = nil,
    since: Timestamp? = nil,
    before: Int? = nil,
    limit: Int
  ) {
    self.holder = holder
    self.since = since
    self.before = before
    self.limit = max(0, limit)
  }
}
