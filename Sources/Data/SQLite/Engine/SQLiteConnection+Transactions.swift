import MonikerDomain

extension SQLiteConnection {
  /// How a transaction begins.
  enum Beginning: String {
    /// For what only reads: all of it sees the same state.
    case deferred = "BEGIN DEFERRED"

    /// For whatever writes: it excludes all other writers from its first statement on.
    ///
    /// A transaction that reads first and then wants to write fails at once with BUSY_SNAPSHOT,
    /// without waiting, when another has written in between.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs `body` as one transaction.
  ///
  /// - Parameter isKept: whether what was done is to be kept, by what `body` has returned.
  func transaction<Result>(
    _ beginning: Beginning = .immediate,
    keepingIf isKept: (Result) -> Bool = { _ in true },
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    switch grouping {
    case .together: return try part(keepingIf: isKept, body)
    case .apart: return try savepoint(keepingIf: isKept, body)
    case nil: break
    }
    let (begin, commit) = try bounds(beginning)
    try start(begin).finish()
    do {
      if beginning == .immediate { try makeLogDurable() }
      let result = try body()
      guard isKept(result) else {
        try run("ROLLBACK")
        return result
      }
      // Not every transaction has looked: in a group each part does, and may have been refused for it.
      let wasChecked = beginning == .immediate && isUnchangedSinceCheck
      try start(commit).finish()
      if wasChecked { noteCheck() }
      return result
    } catch {
      // SQLite has rolled back by itself after some failures: the state decides, not the code.
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// What becomes of a transaction that is a part of another one and is not to be kept.
  enum Grouping {
    /// All of the group is given up, if anything was written in that part.
    case together
    /// It is undone by itself: each part begins with a savepoint, for which SQLite copies all pages that are
    /// changed in it.
    case apart
  }

  /// Runs `body` as one transaction, of which each transaction that it runs is a part, and on the disk when this
  /// one is.
  ///
  /// - Returns: whether it was kept; if not, ``isGivenUp`` has told so since a part had to be undone.
  func group(
    _ grouping: Grouping,
    _ body: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) -> Bool {
    try transaction(keepingIf: { $0 }) { () throws(StoreFailure) in
      (self.grouping, isGivenUp) = (grouping, false)
      defer { self.grouping = nil }
      try body()
      return !isGivenUp
    }
  }

  private func part<Result>(
    keepingIf isKept: (Result) -> Bool,
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    let rowCount = writtenRowCount
    do {
      let result = try body()
      if !isKept(result), writtenRowCount != rowCount { isGivenUp = true }
      return result
    } catch {
      // Of a statement that has failed half may be there, without a row that counts.
      isGivenUp = true
      throw error
    }
  }

  private func savepoint<Result>(
    keepingIf isKept: (Result) -> Bool,
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    try run("SAVEPOINT part")
    do {
      let result = try body()
      if !isKept(result) { try run("ROLLBACK TO part") }
      try run("RELEASE part")
      return result
    } catch {
      undoPart()
      throw error
    }
  }

  /// Undoes what has failed in a transaction, or else all of it: half of it must not be kept.
  private func undoPart() {
    guard isInTransaction else { return }
    do {
      try run("ROLLBACK TO part")
      try run("RELEASE part")
    } catch {
      _ = try? run("ROLLBACK")
    }
  }

  /// Begins a transaction that lasts as long as the connection.
  func begin(_ beginning: Beginning) throws(StoreFailure) {
    try run(beginning.rawValue)
  }
}
