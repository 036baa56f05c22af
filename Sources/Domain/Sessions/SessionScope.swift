/// Which sessions are to be ended.
public enum SessionScope: Hashable, Sendable {
  /// This one.
  case session(SessionID)
  /// Somebody's.
  case subject(SessionSubject)
  /// All but somebody's.
  case others(than: SessionSubject)
  /// All.
  case all
}
