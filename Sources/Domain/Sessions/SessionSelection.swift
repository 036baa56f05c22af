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

  /// The subject whose session is not meant, of those that are; nil if none is left out.
  ///
  /// To end the others keeps everybody else out of its account: also somebody who has no session, but a link.
  package var keptSubject: SessionSubject? {
    switch self {
    case .others(let subject), .otherDevices(let subject): subject
    case .session, .subject, .all: nil
    }
  }
}
