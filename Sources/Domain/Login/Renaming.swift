/// The result of changing a nickname.
public struct Renaming: Hashable, Sendable {
  /// The account and session before the change.
  public let before: AccountSession

  /// The same account and session after the change.
  public let after: AccountSession

  /// Creates the value.
  public init(before: AccountSession, after: AccountSession) {
    self.before = before
    self.after = after
  }
}
