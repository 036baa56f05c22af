/// Selects the session that a call uses.
public enum SessionSubject: Hashable, Sendable {
  /// The active session.
  case active

  /// The session of the account that holds a nickname, even if another session is active.
  case holder(of: NicknameReference)
}
