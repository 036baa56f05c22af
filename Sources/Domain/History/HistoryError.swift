/// The errors of reading the history.
public enum HistoryError: Error, Hashable, Sendable {
  /// No account has this nickname.
  case noSuchAccount(String)

  /// The store failed.
  case store(StoreFailure)
}
