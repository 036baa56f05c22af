/// The errors of reading the history.
public enum HistoryError: Error, Hashable, Sendable {
  /// No account has this nickname, and no event records an account that had it.
  case noSuchAccount(String)

  /// The store failed.
  case store(StoreFailure)
}
