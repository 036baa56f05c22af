/// Whether a subject is signed in, and by which session.
public enum SessionState: Hashable, Sendable {
  /// The subject has no session.
  case signedOut

  /// The account is signed in by this session.
  case signedIn(AccountSession)

  /// The subject's session has ended, as its ``Session/ending`` says.
  ///
  /// The account has neither signed out of it nor signed in again since.
  case ended(AccountSession)
}
