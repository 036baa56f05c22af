/// Whose session is meant.
public enum SessionSubject: Hashable, Sendable {
  /// Whoever's session is the active one.
  case active

  /// Whoever has a nickname, be another's session the active one.
  case holder(of: NicknameReference)
}
