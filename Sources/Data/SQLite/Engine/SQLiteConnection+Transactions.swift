import MonikerDomain

extension SQLiteConnection {
  enum TransactionKind: String {
    /// For reads: all of them see the same state.
    case deferred = "BEGIN DEFERRED"

    /// For writes: it excludes all other writers from its first statement on.
    ///
    /// A deferred transaction that reads first and then writes fails at once with BUSY_SNAPSHOT,
    /// without waiting, if another connection has written in between.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs `body` as one transaction, which is rolled back if `body` throws.
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
        // After some failures SQLite has rolled back already.
        if isInTransaction { try run("ROLLBACK") }
        return result
      }
      // A part that checks may have been refused for what it found.
      let wasChecked = kind == .immediate && isUnchangedSinceCheck
      try start(commit).finish()
      if wasChecked { noteCheck() }
      return result
    } catch {
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Begins a transaction that lasts as long as the connection.
  func begin(_ kind: TransactionKind) throws(StoreFailure) {
    try run(kind.rawValue)
  }
}
