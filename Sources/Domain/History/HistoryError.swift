/// Everything that can go wrong with reading the history.
public enum HistoryError: Error, Hashable, Sendable {
  /// Nobody has a nickname like that, and no event tells of anybody who had.
  case noSuchAccount(String)

  /// The store could not do it.
  case store(StoreFailure)
}
