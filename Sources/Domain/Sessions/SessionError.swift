/// Everything that can go wrong with reading or ending sessions.
public enum SessionError: Error, Hashable, Sendable {
  /// No session has this identity, or one that begins like this.
  case noSuchSession(String)

  /// Several sessions have an identity that begins like this; some of them, in the order in which they
  /// were opened.
  case ambiguous(String, [SessionEntry])

  /// Nobody is signed in, or not whoever is meant.
  case notSignedIn

  /// The session of whoever is meant has ended.
  case sessionEnded(AccountSession)

  /// The store could not do it; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}
