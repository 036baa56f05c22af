/// The result of activating an account.
public struct Activation: Hashable, Sendable {
  /// The session that was active before, which stays open unless it had ended; nil if none was.
  public let before: AccountSession?

  /// The session that is active now.
  public let after: AccountSession

  /// Creates the value.
  public init(before: AccountSession?, after: AccountSession) {
    self.before = before
    self.after = after
  }
}
