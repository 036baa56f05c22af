/// What making another session the active one has led to.
public struct Activation: Hashable, Sendable {
  /// The session that was active before, which stays open; nil if none was.
  public let before: AccountSession?

  /// The session that is active now.
  public let after: AccountSession

  /// Makes the value.
  public init(before: AccountSession?, after: AccountSession) {
    self.before = before
    self.after = after
  }
}
