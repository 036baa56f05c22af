/// Whether somebody is signed in, and who.
public enum SessionState: Hashable, Sendable {
  /// Nobody is signed in.
  case signedOut

  /// This account is signed in by this session.
  case signedIn(ActiveSession)

  /// The session that was active has run out, and nobody has signed in or out since.
  case expired(ActiveSession)
}
