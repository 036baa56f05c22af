/// What a renaming has led to.
public struct Renaming: Hashable, Sendable {
  /// The signed-in account as it was.
  public let before: ActiveSession

  /// The same account and session under the new nickname.
  public let after: ActiveSession

  /// Makes the value.
  public init(before: ActiveSession, after: ActiveSession) {
    self.before = before
    self.after = after
  }
}
