import CSQLite
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
    let observer = kind == .immediate ? commitObserver : nil
    observer?.prepare()
    if kind == .immediate { try lockForChange() }
    defer { if kind == .immediate { changeGuard?.release() } }
    try start(begin).finish()
    observer?.willChange()
    var isCommitted = false
    isCommitObserved = false
    // This is before the change lock is released.
    defer { if !isCommitObserved { observer?.didChange(isCommitted: isCommitted) } }
    do {
      if kind == .immediate {
        // While this connection waited, others may have removed the files and begun anew.
        try refuseReplacedFiles()
        try makeLogDurable()
      }
      let result = try body()
      guard isKept(result) else {
        // SQLite rolls back by itself after some failures.
        if isInTransaction { try run("ROLLBACK") }
        return result
      }
      // The commit changes the data version. Renew the note only if a check was made: `body` may
      // contain none, or one that failed.
      let wasChecked = kind == .immediate && isUnchangedSinceCheck
      observer?.willCommit()
      try start(commit).finish()
      isCommitted = true
      if wasChecked { noteCheck() }
      try refuseInvisibleChange(kind)
      return result
    } catch {
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Tells an observer of each change from now on.
  ///
  /// SQLite writes a long WAL into the database before a commit returns, which can take a tenth of a second. The
  /// change is visible by then, so the observer hears of it first.
  func observeCommits(by observer: any SQLiteCommitObserver) {
    commitObserver = observer
    // The connection outlives the hook. This one replaces that of SQLite, which applies a WAL of 1,000 frames
    // (https://www.sqlite.org/c3ref/wal_autocheckpoint.html).
    sqlite3_wal_hook(
      handle,
      { context, handle, database, frameCount in
        guard let context else { return SQLITE_OK }
        let connection = Unmanaged<SQLiteConnection>.fromOpaque(context).takeUnretainedValue()
        if !connection.isCommitObserved {
          connection.isCommitObserved = true
          connection.commitObserver?.didChange(isCommitted: true)
        }
        // The frames that cannot be written stay in the WAL.
        if frameCount >= 1_000 {
          sqlite3_wal_checkpoint_v2(handle, database, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
        }
        return SQLITE_OK
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  private func refuseReplacedFiles() throws(StoreFailure) {
    guard changeGuard?.isVisible ?? true else { throw .replaced(at: location) }
  }

  /// Throws if a change was committed to files that another program has removed meanwhile.
  ///
  /// Others may not see it, and may write over it.
  private func refuseInvisibleChange(_ kind: TransactionKind) throws(StoreFailure) {
    guard kind == .immediate, let changeGuard, !changeGuard.makeVisible() else { return }
    hasChangeInDoubt = true
    throw StoreFailure(
      .inputOutput,
      at: location,
      detail: "another program removed its log during the change, which may be lost"
    )
  }

  /// Begins a transaction that lasts until the connection is closed.
  func begin(_ kind: TransactionKind) throws(StoreFailure) {
    try run(kind.rawValue)
  }
}
