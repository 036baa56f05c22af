/// What a sign-out has led to.
public struct SignOut: Hashable, Sendable {
  /// The session that was ended; nil if nobody was signed in.
  public let ended: ActiveSession?

  /// The sessions that are still open and have not expired, in the order in which they were opened.
  public let stillOpen: [ActiveSession]

  /// Makes the value.
  public init(ended: ActiveSession?, stillOpen: [ActiveSession]) {
    self.ended = ended
    self.stillOpen = stillOpen
  }
}
