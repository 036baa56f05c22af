/// Selects the sessions to end.
public enum SessionScope: Hashable, Sendable {
  /// The session with this ID.
  case session(SessionID)
  /// The session of this subject.
  case subject(SessionSubject)
  /// All sessions but that of this subject.
  case others(than: SessionSubject)
  /// All sessions.
  case all
}
