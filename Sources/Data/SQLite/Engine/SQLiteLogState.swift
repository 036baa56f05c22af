import CSQLite

/// The state of a database in WAL mode: two equal values mean equal contents, as long as it stays open.
///
/// It is the header of the index of the WAL, in the shared memory. It changes with each commit, of every
/// process, and to compare it takes no system call; a transaction takes two.
///
/// Source: https://www.sqlite.org/walformat.html, section 2.1.
struct SQLiteLogState: Equatable {
  private let header: moniker_log_state

  /// Grows by one with each transaction that is committed, and wraps around.
  var changes: UInt32 { header.changes }

  /// Reads the state.
  ///
  /// - Parameter memory: the shared memory of the database.
  /// - Returns: nil while a writer changes it.
  init?(in memory: UnsafeRawPointer) {
    var header = moniker_log_state()
    guard moniker_read_log_state(memory, &header) != 0 else { return nil }
    self.header = header
  }

  static func == (first: SQLiteLogState, second: SQLiteLogState) -> Bool {
    withUnsafeBytes(of: first.header) { first in
      withUnsafeBytes(of: second.header) { second in first.elementsEqual(second) }
    }
  }
}

extension SQLiteConnection {
  /// The shared memory of the database, which stays mapped until the connection is closed; nil if the
  /// connection uses none, or has read nothing yet.
  ///
  /// Source: https://www.sqlite.org/c3ref/io_methods.html, `xShmMap`.
  func sharedMemory() -> UnsafeRawPointer? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    guard code == SQLITE_OK, let file, let methods = file.pointee.pMethods,
      methods.pointee.iVersion >= 2, let map = methods.pointee.xShmMap
    else { return nil }
    // SQLite maps regions of this size, and has mapped the first one with its first read.
    var memory: UnsafeMutableRawPointer?
    guard map(file, 0, 32_768, 0, &memory) == SQLITE_OK else { return nil }
    return UnsafeRawPointer(memory)
  }
}
