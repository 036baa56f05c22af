/// An event as a list shows it: with whether its account is still there.
public struct HistoryEntry: Hashable, Sendable {
  /// The event.
  public let event: HistoryEvent

  /// Whether its account has been removed since.
  public let isOfRemovedAccount: Bool

  /// Makes the value.
  public init(event: HistoryEvent, isOfRemovedAccount: Bool) {
    self.event = event
    self.isOfRemovedAccount = isOfRemovedAccount
  }
}
