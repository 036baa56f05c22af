/// What keeps other connections from changing a database, beyond SQLite's own locks.
protocol SQLiteConnectionGuard: AnyObject {
  /// Takes the lock without a wait.
  ///
  /// - Returns: whether the connection holds it now; false if another one does.
  func acquire() -> Bool

  /// Releases the lock if the connection holds it.
  func release()

  /// Whether the files that the connection has open are those at their paths, so that others see what
  /// it writes.
  var isVisible: Bool { get }

  /// Makes what the connection has written visible to others, if another program has removed a file
  /// meanwhile; to be called with the lock held.
  ///
  /// - Returns: whether it is visible.
  func makeVisible() -> Bool
}
