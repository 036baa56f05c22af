/// Everything that can go wrong with reading or ending sessions.
public enum SessionError: Error, Hashable, Sendable {
  /// The store could not do it; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}
