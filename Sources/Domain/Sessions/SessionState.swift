/// Whether somebody is signed in, and who.
public enum SessionState: Hashable, Sendable {
  /// Nobody is signed in, or not whoever was asked for.
  case signedOut

  /// This account is signed in by this session.
  case signedIn(ActiveSession)

  /// The session that was asked for has run out, and was neither ended nor replaced since.
  case expired(ActiveSession)
}
