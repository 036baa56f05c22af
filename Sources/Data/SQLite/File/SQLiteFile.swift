import Glibc
import MonikerDomain
import MonikerFiles

/// The file of an SQLite store: makes it and opens it.
struct SQLiteFile: Sendable {
  /// The suffixes of the files that SQLite makes beside a database.
  static let companions = ["-journal", "-wal", "-shm"]

  let file: StoreFile
  let schema: SQLiteSchema
  let wait: Duration

  private init(file: StoreFile, schema: SQLiteSchema, wait: Duration) {
    self.file = file
    self.schema = schema
    self.wait = wait
  }

  init(path: String, schema: SQLiteSchema, wait: Duration, makesParents: Bool = false) {
    self.schema = schema
    // SQLite gives some names a meaning, such as ":memory:". None of them begins with "./" or "/".
    file = StoreFile(
      path: path.utf8.first == UInt8(ascii: "/") ? path : "./" + path,
      isGuarded: true,
      makesParents: makesParents
    )
    self.wait = wait
  }

  /// The same file for connections without busy waits.
  var withoutBusyWait: SQLiteFile { SQLiteFile(file: file, schema: schema, wait: .zero) }

  /// The ID of the file at the path; nil if there is none.
  func fileID() throws(StoreFailure) -> FileID? {
    guard let status = try file.status() else {
      try refuseOrphanedLog()
      return nil
    }
    // A database has its WAL beside the name by which it was opened. Two names have two WALs, and what
    // is committed to one of them is lost.
    try file.refuseOtherNames(status)
    return FileID(status)
  }

  /// Refuses a WAL whose database is missing.
  ///
  /// SQLite would apply the WAL to a new database. It may also hold the last acknowledged changes,
  /// so it is not removed.
  private func refuseOrphanedLog() throws(StoreFailure) {
    let log = file.companion("-wal")
    // Check in this order: SQLite makes the WAL of a new database after the database.
    guard try log.exists(), try !file.exists() else { return }
    throw .damaged(at: file.path, "the database is missing, but its log \(log.path) exists")
  }

  /// Notifies the watchers of the file that a change can be read now.
  ///
  /// Until now they were notified only of the write to the WAL, which precedes the commit. SQLite
  /// has no locks on the WAL, so closing a descriptor of it releases none.
  func announceChange() {
    file.companion("-wal").announceChange()
  }

  /// Opens the file at the path after checking that it is a store.
  ///
  /// - Parameter isChanging: whether to change the file. To be read, a file without write
  ///   permission is opened only if a WAL shows that another process has it open.
  func open(
    _ fileID: FileID,
    forChange isChanging: Bool
  ) throws(StoreFailure) -> SQLiteConnection {
    try openWithFiles(fileID, forChange: isChanging).connection
  }

  /// Opens the file as ``open(_:forChange:)`` does, and returns what was opened with it, too.
  ///
  /// - Parameter isPatient: whether opening waits for the locks of other connections.
  func openWithFiles(
    _ fileID: FileID,
    forChange isChanging: Bool,
    waiting isPatient: Bool = true
  ) throws(StoreFailure) -> (connection: SQLiteConnection, files: SQLiteOpenFiles) {
    // SQLite would block forever in opening a FIFO in the place of one of these.
    for suffix in Self.companions { _ = try file.companion(suffix).exists() }
    // Without write permission SQLite would open the file for reading, and still make its WAL and
    // shared memory.
    let isInUse = try file.companion("-wal").exists()
    if isChanging || !isInUse { try file.refuseUnwritable() }
    if isChanging, !isInUse { try file.refuseUnwritableFolder() }
    if !OpenFileLease.isOpen(fileID) {
      try SQLiteHeader.check(file, of: schema)
      try file.refuseWithoutLocks()
    }
    let lease = OpenFileLease(on: fileID)
    let lock = try SQLiteChangeLock(self, fileID)
    let (connection, files) = try connect(to: fileID) { () throws(StoreFailure) in
      let connection = try SQLiteConnection(
        path: file.path,
        location: file.path,
        wait: wait,
        isPatient: isPatient,
        logFolder: file,
        lease: lease
      )
      connection.changeGuard = lock
      return connection
    }
    lock?.files = files
    try schema.migrate(connection)
    // Opening may have waited for a repair, which puts another file in this one's place. SQLite would
    // use the WAL beside that one.
    guard file.plainStatus().map({ FileID($0) }) == fileID else {
      connection.leaveLogWhenClosed()
      throw .replaced(at: file.path)
    }
    // In a folder that others can write, they may have made these files before SQLite did.
    for suffix in Self.companions { _ = try file.companion(suffix).exists() }
    connection.isPatient = true
    return (connection, files)
  }

  /// Makes the file with the schema, unless another process makes it first.
  ///
  /// It is made under another name and moved. A file at the store's path is always a complete
  /// store, so an empty file there is damaged, not new.
  func create() throws(StoreFailure) {
    try file.makeFolder()
    let lock = try FileLock(folderOf: file, wait: wait)
    try withExtendedLifetime(lock) { () throws(StoreFailure) in
      guard try !file.exists() else { return }
      try createLocked()
    }
  }

  private func createLocked() throws(StoreFailure) {
    let new = file.preparation
    try new.removeLeftovers()
    do {
      _ = try new.create()
      try makeDatabase(in: new).finish()
      try new.removeLeftovers(except: "")
      try new.move(to: file)
    } catch {
      try? new.removeLeftovers()
      throw error
    }
    try file.synchronizeFolder()
  }

  /// Makes the schema in an empty file, which no other process uses.
  ///
  /// - Returns: the connection, to be finished by ``SQLiteConnection/finish()``.
  func makeDatabase(in new: StoreFile) throws(StoreFailure) -> SQLiteConnection {
    let connection = try SQLiteConnection(path: new.path, location: file.path, wait: wait)
    // No journal file is needed: after any failure the new file is discarded.
    try connection.execute("PRAGMA journal_mode = MEMORY")
    try schema.make(on: connection)
    return connection
  }
}

extension SQLiteConnection {
  /// Sets the journal mode of a new database, when nothing is left to write to a WAL.
  func finish() throws(StoreFailure) {
    try execute("PRAGMA journal_mode = WAL")
  }
}

extension StoreFile {
  /// Removes a database and the files that SQLite makes beside it.
  ///
  /// - Parameter kept: the suffix of the file to keep; an empty one is the database itself.
  func removeLeftovers(except kept: String? = nil) throws(StoreFailure) {
    for suffix in [""] + SQLiteFile.companions where suffix != kept {
      try companion(suffix).remove()
    }
  }
}
