/// What a sign-out has led to.
public struct SignOut: Hashable, Sendable {
  /// The session that was ended, or that was active and had ended before; nil if there was none.
  public let ended: AccountSession?

  /// The first of the sessions that stayed open, in the order in which they were opened.
  public let stillOpen: [AccountSession]

  /// Whether there are more of them than ``stillOpen`` names.
  public let moreAreOpen: Bool

  /// Makes the value.
  public init(ended: AccountSession?, stillOpen: [AccountSession], moreAreOpen: Bool) {
    self.ended = ended
    self.stillOpen = stillOpen
    self.moreAreOpen = moreAreOpen
  }
}
