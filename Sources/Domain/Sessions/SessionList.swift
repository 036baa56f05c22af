/// Sessions of a store, in an order that the call that returns them states.
public struct SessionList: Hashable, Sendable {
  /// The sessions; the end of an expired session may not be recorded yet.
  public let entries: [SessionEntry]

  /// Whether the list omits sessions that have ended.
  public let moreHaveEnded: Bool

  /// Creates the value.
  public init(entries: [SessionEntry], moreHaveEnded: Bool) {
    self.entries = entries
    self.moreHaveEnded = moreHaveEnded
  }
}
