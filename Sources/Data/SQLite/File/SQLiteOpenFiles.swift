import Glibc
import MonikerDomain
import MonikerFiles

/// The IDs of the files that SQLite keeps open for a connection.
///
/// SQLite does not notice when another program removes its WAL or its shared memory. It continues to
/// use the removed files, which no other process can read. While the shared memory describes a WAL
/// that is gone, every other process fails, or reads the wrong pages.
struct SQLiteOpenFiles: Equatable, Sendable {
  let database: FileID
  let log: FileID?
  let sharedMemory: FileID?
}

extension SQLiteFile {
  /// Opens a connection, and returns the files that it has opened.
  ///
  /// A process has one shared memory for all connections to a database, which the first one opens.
  func connect(
    to database: FileID,
    _ open: () throws(StoreFailure) -> SQLiteConnection
  ) throws(StoreFailure) -> (connection: SQLiteConnection, files: SQLiteOpenFiles) {
    let (connection, log) = try SQLiteSystem.observingLog { () throws(StoreFailure) in
      let connection = try open()
      // The first read opens the WAL and the shared memory.
      _ = try connection.version()
      return connection
    }
    let files = SQLiteOpenFiles(
      database: database,
      log: log ?? id(of: "-wal"),
      sharedMemory: SQLiteSystem.sharedMemory(of: database) ?? id(of: "-shm")
    )
    return (connection, files)
  }

  /// Returns whether the files are still those at the path.
  ///
  /// Calls of `lstat` are enough. The folder is not checked: an attack by way of the folder has
  /// to replace the file first.
  func isStill(_ files: SQLiteOpenFiles) -> Bool {
    guard let status = file.plainStatus(), FileID(status) == files.database,
      (try? file.refuse(status)) != nil
    else { return false }
    return hasLog(of: files)
  }

  /// Returns whether the files are those at the path; their permissions do not matter.
  func hasAll(_ files: SQLiteOpenFiles) -> Bool {
    file.plainStatus().map { FileID($0) } == files.database && hasLog(of: files)
  }

  /// Returns whether the database and the WAL are those at the path.
  func hasDatabaseAndLog(of files: SQLiteOpenFiles) -> Bool {
    file.plainStatus().map { FileID($0) } == files.database && id(of: "-wal") == files.log
  }

  /// Returns whether the WAL and the shared memory at the path are those that a connection has open.
  func hasLog(of files: SQLiteOpenFiles) -> Bool {
    id(of: "-wal") == files.log && id(of: "-shm") == files.sharedMemory
  }

  private func id(of suffix: String) -> FileID? {
    file.companion(suffix).plainStatus().map { FileID($0) }
  }

  /// Writes the frames of a removed WAL into the database, and tells the shared memory that none is
  /// left.
  ///
  /// This is safe while other processes use the same shared memory and nothing was written to
  /// another WAL. In any other case the frames are stale, or the database has been read without
  /// them, and nothing is written.
  ///
  /// - Returns: false if frames remain that another connection still reads.
  func saveRemovedLog(
    of connection: SQLiteConnection,
    _ files: SQLiteOpenFiles
  ) throws(StoreFailure) -> Bool {
    // Under the lock, nobody begins another WAL while the paths are examined.
    guard connection.changeGuard?.acquire() ?? true else { return false }
    defer { connection.changeGuard?.release() }
    let log = file.companion("-wal").plainStatus()
    guard log.map({ $0.st_size == 0 }) ?? true, id(of: "-shm") == files.sharedMemory else {
      return true
    }
    return try connection.checkpoint()
  }
}
