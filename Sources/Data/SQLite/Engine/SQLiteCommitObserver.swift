/// What observes the transactions of a connection that changes a database.
protocol SQLiteCommitObserver: AnyObject {
  /// Is called before a transaction begins, for what must outlive its rollback.
  func prepare()

  /// Is called when a transaction holds the write lock and has changed nothing.
  func willChange()

  /// Is called before a transaction is committed, when it can still read.
  func willCommit()

  /// Is called when the transaction has ended, before other connections of this program can change the database.
  ///
  /// - Parameter isCommitted: whether it was committed; false if it was rolled back, or if that is unknown.
  func didChange(isCommitted: Bool)
}
