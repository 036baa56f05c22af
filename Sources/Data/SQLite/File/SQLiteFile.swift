import Glibc
import MonikerDomain
import MonikerFiles

/// The file of an SQLite store: how it comes into being, and how it is opened.
struct SQLiteFile: Sendable {
  /// Which file stands at a path: another one after a removal or a replacement.
  struct FileID: Hashable {
    let device: UInt
    let inode: UInt
  }

  /// What SQLite appends to a database's name for the files that it makes beside it.
  static let companions = ["-journal", "-wal", "-shm"]

  let file: StoreFile
  let schema: SQLiteSchema
  let wait: Duration

  private init(file: StoreFile, schema: SQLiteSchema, wait: Duration) {
    self.file = file
    self.schema = schema
    self.wait = wait
  }

  init(path: String, schema: SQLiteSchema, wait: Duration) {
    self.schema = schema
    // SQLite takes some names for orders (":memory:"); none of them begins like this.
    file = StoreFile(
      path: path.utf8.first == UInt8(ascii: "/") ? path : "./" + path,
      isGuarded: true
    )
    self.wait = wait
  }

  /// The same file for connections that never wait for others.
  var withoutBusyWait: SQLiteFile { SQLiteFile(file: file, schema: schema, wait: .zero) }

  /// Which file stands there now; nil where there is none.
  func fileID() throws(StoreFailure) -> FileID? {
    guard let status = try file.status() else {
      try refuseOrphanedLog()
      return nil
    }
    return FileID(device: UInt(status.st_dev), inode: UInt(status.st_ino))
  }

  /// Whether the file that stands there is the one of this fileID, and still to be trusted.
  ///
  /// One look: what could be wrong with the folder puts another file there first.
  func isStill(_ fileID: FileID) -> Bool {
    var status = stat()
    guard file.path.withCString({ lstat($0, &status) }) == 0 else { return false }
    return FileID(device: UInt(status.st_dev), inode: UInt(status.st_ino)) == fileID
      && (try? file.refuse(status)) != nil
  }

  /// Refuses to take a database for new, or to make one, beside the log of one that is gone.
  ///
  /// SQLite would apply the log to the new database. It may also hold the last of what was
  /// acknowledged, so it is not removed.
  private func refuseOrphanedLog() throws(StoreFailure) {
    let log = file.companion("-wal")
    // Asked in this order: a database that has just been made has its log made after it.
    guard try log.exists(), try !file.exists() else { return }
    throw StoreFailure(
      .damaged,
      at: file.path,
      detail: "the database is gone, and its log \(log.path) is still there"
    )
  }

  /// Tells those who watch the file that a change can be read now: its frames were in the log before it was
  /// committed, and only that gave a notice so far.
  ///
  /// On the log SQLite has no locks, which closing it would take away.
  func announceChange() {
    file.companion("-wal").announceChange()
  }

  /// Opens the file that stands there, once it has proved to be ours.
  ///
  /// - Parameter isChanging: whether it is to be changed; else one that must not be written is only opened
  ///   where somebody else has it open.
  func open(_ fileID: FileID, forChange isChanging: Bool) throws(StoreFailure)
    -> SQLiteConnection
  {
    // SQLite would wait for ever for the writer of a FIFO in the place of one of these.
    for suffix in Self.companions { _ = try file.companion(suffix).exists() }
    // SQLite would open it to be read, and make its log and shared memory all the same.
    let isInUse = try file.companion("-wal").exists()
    if isChanging || !isInUse { try file.refuseUnwritable() }
    if isChanging, !isInUse { try file.refuseUnwritableFolder() }
    let lease = try OpenFileLease(on: fileID) { () throws(StoreFailure) in
      try SQLiteHeader.check(file, of: schema)
      try file.refuseWithoutLocks()
    }
    let connection = try SQLiteConnection(
      path: file.path,
      location: file.path,
      wait: wait,
      logFolder: file,
      lease: lease
    )
    try schema.migrate(connection)
    // Where a folder is open to others, one of them may have made these before SQLite did.
    for suffix in Self.companions { _ = try file.companion(suffix).exists() }
    return connection
  }

  /// Makes the file, with the schema in it, unless another process does so first.
  ///
  /// It is made under another name and moved: a file at the store's place is a whole store from
  /// its first moment on, so an empty one there is damaged, not new.
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
      try fill(new)
      try new.removeLeftovers(except: "")
      try new.move(to: file)
    } catch {
      try? new.removeLeftovers()
      throw error
    }
    try file.synchronizeFolder()
  }

  /// Leaves a closed database with the schema and all of it in one file: the journal mode is set
  /// last, when there is nothing left to write to a log.
  func fill(_ new: StoreFile) throws(StoreFailure) {
    _ = try new.create()
    let connection = try SQLiteConnection(path: new.path, location: file.path, wait: wait)
    // Whatever fails, the file goes: what it was before is of no use to anybody.
    try connection.execute("PRAGMA journal_mode = MEMORY")
    try schema.make(on: connection)
    try connection.execute("PRAGMA journal_mode = WAL")
  }
}

extension StoreFile {
  /// Removes a database and all that SQLite makes beside it.
  ///
  /// - Parameter kept: the one of the suffixes whose file stays.
  func removeLeftovers(except kept: String? = nil) throws(StoreFailure) {
    for suffix in [""] + SQLiteFile.companions where suffix != kept {
      try companion(suffix).remove()
    }
  }
}
