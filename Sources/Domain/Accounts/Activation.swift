/// What making another session the active one has led to.
public struct Activation: Hashable, Sendable {
  /// The session that was active before, which stays open; nil if none was.
  public let before: ActiveSession?

  /// The session that is active now.
  public let after: ActiveSession

  /// Makes the value.
  public init(before: ActiveSession?, after: ActiveSession) {
    self.before = before
    self.after = after
  }
}
