import MonikerDomain

extension SQLiteConnection {
  enum TransactionKind: String {
    /// For reads: all of them read the same snapshot.
    case deferred = "BEGIN DEFERRED"

    /// For writes: excludes all other writers from its first statement on.
    ///
    /// A deferred transaction that reads and then writes fails at once with SQLITE_BUSY_SNAPSHOT,
    /// without a busy wait, if another connection has written in between.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs `body` as one transaction, and rolls it back if `body` throws.
  ///
  /// - Parameter isKept: whether to commit, given the result of `body`.
  func transaction<Result>(
    _ kind: TransactionKind = .immediate,
    keepingIf isKept: (Result) -> Bool = { _ in true },
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    let (begin, commit) = try bounds(kind)
    try start(begin).finish()
    do {
      if kind == .immediate { try makeLogDurable() }
      let result = try body()
      guard isKept(result) else {
        // SQLite rolls back by itself after some failures.
        if isInTransaction { try run("ROLLBACK") }
        return result
      }
      // The commit changes the data version. Renew the note only if a check was made: `body` may
      // contain none, or one that failed.
      let wasChecked = kind == .immediate && isUnchangedSinceCheck
      try start(commit).finish()
      if wasChecked { noteCheck() }
      return result
    } catch {
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Begins a transaction that lasts until the connection is closed.
  func begin(_ kind: TransactionKind) throws(StoreFailure) {
    try run(kind.rawValue)
  }
}
