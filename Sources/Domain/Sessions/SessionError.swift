/// The errors of reading and ending sessions.
public enum SessionError: Error, Hashable, Sendable {
  /// No session has this ID, or an ID with this prefix.
  case noSuchSession(String)

  /// Several sessions have an ID with this prefix; some of them, in the order of their opening.
  case ambiguous(String, [SessionEntry])

  /// The subject has no session.
  case notSignedIn

  /// The subject's session has ended.
  case sessionEnded(AccountSession)

  /// The store failed; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}
