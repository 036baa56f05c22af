/// What a renaming has led to.
public struct Renaming: Hashable, Sendable {
  /// The signed-in account as it was.
  public let before: AccountSession

  /// The same account and session under the new nickname.
  public let after: AccountSession

  /// Makes the value.
  public init(before: AccountSession, after: AccountSession) {
    self.before = before
    self.after = after
  }
}
