/// The result of a sign-out.
public struct SignOut: Hashable, Sendable {
  /// The session that was ended, or that was active and had ended before; nil if there was none.
  public let ended: AccountSession?

  /// The first of the sessions that stayed open, in the order of their opening.
  public let stillOpen: [AccountSession]

  /// Whether more sessions stayed open than ``stillOpen`` lists.
  public let moreAreOpen: Bool

  /// Creates the value.
  public init(ended: AccountSession?, stillOpen: [AccountSession], moreAreOpen: Bool) {
    self.ended = ended
    self.stillOpen = stillOpen
    self.moreAreOpen = moreAreOpen
  }
}
