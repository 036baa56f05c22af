/// Sessions of a store as of one moment, in the order in which they were opened.
public struct SessionList: Hashable, Sendable {
  /// The sessions; one that has run out may not have been recorded as ended.
  public let entries: [SessionEntry]

  /// Whether there are sessions that have ended and are not among them.
  public let moreHaveEnded: Bool

  /// Makes the value.
  public init(entries: [SessionEntry], moreHaveEnded: Bool) {
    self.entries = entries
    self.moreHaveEnded = moreHaveEnded
  }
}
