/// Selects the sessions to end, of those in the scope of the call.
public enum SessionSelection: Hashable, Sendable {
  /// The session with this ID.
  case session(SessionID)
  /// The session of this subject.
  case subject(SessionSubject)
  /// All sessions but that of this subject.
  case others(than: SessionSubject)
  /// The sessions of this subject's account on other devices.
  case otherDevices(of: SessionSubject)
  /// All sessions.
  case all
}
