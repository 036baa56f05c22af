/// The errors of looking up intentions.
public enum IntentionError: Error, Hashable, Sendable {
  /// The store failed.
  case store(StoreFailure)
}
