/// Whether somebody is signed in, and who.
public enum SessionState: Hashable, Sendable {
  /// Nobody is signed in, or not whoever was asked for.
  case signedOut

  /// This account is signed in by this session.
  case signedIn(AccountSession)

  /// The session that was asked for has ended, as its ``Session/ending`` says, and nobody has signed
  /// out of it or in again since.
  case ended(AccountSession)
}
