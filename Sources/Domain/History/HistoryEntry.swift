/// An event as a list shows it, with whether its account still exists.
public struct HistoryEntry: Hashable, Sendable {
  /// The event.
  public let event: HistoryEvent

  /// Whether its account was removed after the event.
  public let isOfRemovedAccount: Bool

  /// Creates the value.
  public init(event: HistoryEvent, isOfRemovedAccount: Bool) {
    self.event = event
    self.isOfRemovedAccount = isOfRemovedAccount
  }
}
