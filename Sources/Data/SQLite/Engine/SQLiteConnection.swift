import CSQLite
import MonikerDomain
import MonikerFiles

/// A connection to a database: the small part of SQLite's C interface that a store needs.
///
/// It is not Sendable: it has one user at a time. Statements are prepared once and cached.
final class SQLiteConnection {
  /// The name of the store in failures.
  let location: String

  let handle: OpaquePointer
  /// The cached statements, grouped by the length of their text modulo 64: hashing the text takes
  /// as long as running a small statement.
  private var statements = [[SQLiteStatement]](repeating: [], count: 64)
  /// The statements that begin and end a read transaction, without a search in the cache.
  private var readingBounds: (begin: SQLiteStatement, commit: SQLiteStatement)?
  /// Objects that must outlive the connection.
  private let owned: [any AnyObject & Sendable]
  /// The file beside which SQLite makes the WAL; nil once the WAL's directory entry is durable.
  private var logFolder: StoreFile?
  private let busyHandler: BusyHandler
  /// Held during each change, and while the WAL is applied to the database; nil for a connection that
  /// nobody else can disturb.
  var changeGuard: (any SQLiteConnectionGuard)?
  /// Observes each change; see ``observeCommits(by:)``.
  var commitObserver: (any SQLiteCommitObserver)?
  /// Whether the observer knows that the present transaction was committed.
  var isCommitObserved = false
  /// Whether a change was committed that others may not see.
  var hasChangeInDoubt = false
  /// The ``dataVersion`` of the last check.
  private var checkedDataVersion: UInt32?

  /// The content of a database in memory, as a file would hold it.
  func content() throws(StoreFailure) -> [UInt8] {
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else {
      throw StoreFailure(sqliteCode: SQLITE_NOMEM, on: handle, at: location)
    }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  /// Opens an existing database, or one in memory.
  ///
  /// - Parameters:
  ///   - name: the name for SQLite: a path, a URI, or `:memory:`.
  ///   - flags: flags in addition to those of every connection.
  ///   - system: the name of the VFS; nil for the default.
  ///   - owned: objects to release after the connection is closed.
  ///   - location: the name of the store in failures.
  ///   - wait: how long to wait for other connections before a call fails as busy.
  ///   - isPatient: whether to wait for them from the beginning; see ``isPatient``.
  ///   - logFolder: the file beside which SQLite makes the WAL, for a connection that uses one.
  init(
    opening name: String,
    flags: Int32,
    system: String?,
    owning owned: [any AnyObject & Sendable],
    location: String,
    wait: Duration,
    isPatient: Bool = true,
    logFolder: StoreFile? = nil
  ) throws(StoreFailure) {
    self.location = location
    self.owned = owned
    self.logFolder = logFolder
    busyHandler = BusyHandler(wait: wait)
    busyHandler.isPatient = isPatient
    var opened: OpaquePointer?
    // A connection has one user at a time, so it needs no mutex.
    let plain = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(name, &opened, flags | plain, system)
    guard code == SQLITE_OK, let opened else {
      let failure = StoreFailure(sqliteCode: code, on: opened, at: location)
      sqlite3_close(opened)
      throw failure
    }
    handle = opened
    busyHandler.install(on: handle)
    // Without FULL a commit would not sync the WAL, and the frames that ``SQLiteLogFile`` has
    // gathered would not be in it.
    try execute(
      """
      PRAGMA synchronous = FULL;
      PRAGMA foreign_keys = ON;
      PRAGMA trusted_schema = OFF;
      PRAGMA cell_size_check = ON;
      """
    )
  }

  deinit {
    // A database does not close while it has prepared statements.
    readingBounds = nil
    statements.removeAll()
    // The last connection applies the WAL to the database and removes the file at its path. Another
    // program may have put another WAL there.
    if let changeGuard, !changeGuard.acquire() || !changeGuard.isVisible { leaveLogWhenClosed() }
    sqlite3_close(handle)
    changeGuard?.release()
  }

  /// Makes room in memory for the inner pages of all trees of a store with millions of rows, and for large changes.
  ///
  /// With a million sessions the inner pages take 4 MB, and SQLite keeps 2 MB of pages: each renewal of a session
  /// would read them again. Changed pages beyond the room are written before the commit.
  func keepInnerPages() throws(StoreFailure) { try execute("PRAGMA cache_size = -16384") }

  /// Whether calls wait for the locks of other connections; if not, they fail as busy at once.
  var isPatient: Bool {
    get { busyHandler.isPatient }
    set { busyHandler.isPatient = newValue }
  }

  /// Runs `body` without busy waits: a lock of another connection fails as busy at once.
  func withoutBusyWait<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    busyHandler.isPatient = false
    defer { busyHandler.isPatient = true }
    return try body()
  }

  /// A number that changes with every change of the database, as of the last read.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html,
  /// SQLITE_FCNTL_DATA_VERSION.
  private var dataVersion: UInt32 {
    var version: UInt32 = 0
    // nil selects "main" without a search by name.
    sqlite3_file_control(handle, nil, SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// Whether no other connection has changed the database since ``noteCheck()``, as of the last
  /// read.
  var isUnchangedSinceCheck: Bool { dataVersion == checkedDataVersion }

  /// Notes that the schema version was checked, and that only this connection may have changed the
  /// database since.
  func noteCheck() {
    checkedDataVersion = dataVersion
  }

  /// Writes the frames of the WAL into the database and empties the WAL, without waiting for other
  /// connections.
  ///
  /// - Returns: false if another connection prevents it.
  func checkpoint() throws(StoreFailure) -> Bool {
    try withoutBusyWait { () throws(StoreFailure) in try emptyLog() }
  }

  /// Writes the frames of the WAL into the database and empties the WAL.
  ///
  /// - Returns: false if another connection prevents it for longer than this one waits.
  func emptyLog() throws(StoreFailure) -> Bool {
    let isBusy = try row("PRAGMA wal_checkpoint(TRUNCATE)") { row throws(StoreFailure) in
      try row.integer(0) != 0
    }
    return isBusy == false
  }

  /// Writes the frames of the WAL that no other connection needs into the database, when the
  /// connection is about to be closed.
  func checkpointWhereFree() {
    // A connection that has only read may have to leave the files as they are.
    guard writtenRowCount > 0, changeGuard?.acquire() ?? true else { return }
    defer { changeGuard?.release() }
    guard changeGuard?.isVisible ?? true else { return }
    let isDone: Void? = try? withoutBusyWait { () throws(StoreFailure) in
      try execute("PRAGMA wal_checkpoint")
    }
    // The frames stay in the WAL. A second sync cannot repair what a failed one has left behind.
    if isDone == nil { leaveLogWhenClosed() }
  }

  /// Takes the lock of changes, and waits for it as for SQLite's own locks.
  func lockForChange() throws(StoreFailure) {
    guard let changeGuard else { return }
    var waiting = Waiting(atMost: busyHandler.isPatient ? busyHandler.wait : .zero)
    while !changeGuard.acquire() {
      guard waiting.pause() else { throw StoreFailure(.busy, at: location, detail: Self.isLocked) }
    }
  }

  private static let isLocked = "another program is changing it"

  /// Drops all pages that no transaction uses, so that they are read, and their checksums checked, again.
  func dropPages() {
    sqlite3_db_release_memory(handle)
  }

  /// Leaves the WAL in place when this connection is closed, for the next one to recover.
  func leaveLogWhenClosed() {
    moniker_leave_log_when_closed(handle)
  }

  /// Whether a transaction is active: SQLite ends it by itself after some failures.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The number of rows written by successful statements since the connection was opened, including
  /// those rolled back.
  var writtenRowCount: Int64 { sqlite3_total_changes64(handle) }

  /// The row ID of the last inserted row.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Reserves bytes at the end of each page, which SQLite does not use; to be called before the
  /// first write to an empty database.
  func reserveBytes(_ count: Int) throws(StoreFailure) {
    var count = Int32(count)
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs a script without parameters, and ignores its rows.
  func execute(_ script: String) throws(StoreFailure) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs a statement to its end.
  func run(_ sql: String, _ values: SQLiteValue...) throws(StoreFailure) {
    try start(sql, values).finish()
  }

  /// The rows of a query, each converted by `read`.
  func rows<Row>(
    _ sql: String,
    _ values: SQLiteValue...,
    read: (SQLiteRow) throws(StoreFailure) -> Row
  ) throws(StoreFailure) -> [Row] {
    let statement = try start(sql, values)
    var rows: [Row] = []
    do {
      while let row = try statement.step() {
        // Growing the array step by step takes a tenth of the time of a list.
        if rows.count == 1 { rows.reserveCapacity(32) }
        rows.append(try read(row))
      }
    } catch {
      statement.reset()
      throw error
    }
    statement.reset()
    return rows
  }

  /// The first row of a query; nil if there is none.
  func row<Row>(
    _ sql: String,
    _ values: SQLiteValue...,
    read: (SQLiteRow) throws(StoreFailure) -> Row
  ) throws(StoreFailure) -> Row? {
    let statement = try start(sql, values)
    do {
      let row: Row? = if let first = try statement.step() { try read(first) } else { nil }
      statement.reset()
      return row
    } catch {
      statement.reset()
      throw error
    }
  }

  /// Makes the WAL's directory entry durable before anything in the WAL counts.
  ///
  /// SQLite syncs the folder as well, but ignores a failure, and skips the sync for a WAL that
  /// another connection has begun: `unixSync` in `os_unix.c`, and `walFrames` in `wal.c`.
  func makeLogDurable() throws(StoreFailure) {
    try logFolder?.synchronizeFolder()
    logFolder = nil
  }

  /// The statements that begin and commit a transaction.
  func bounds(
    _ kind: TransactionKind
  ) throws(StoreFailure) -> (begin: SQLiteStatement, commit: SQLiteStatement) {
    if kind == .deferred, let readingBounds { return readingBounds }
    let bounds = (begin: try statement(kind.rawValue), commit: try statement("COMMIT"))
    if kind == .deferred { readingBounds = bounds }
    return bounds
  }

  private func start(_ sql: String, _ values: [SQLiteValue]) throws(StoreFailure) -> SQLiteStatement
  {
    try start(statement(sql), values)
  }

  /// Whether a statement was used before, so that the tables which it names were there.
  func isPrepared(_ sql: String) -> Bool {
    statements[sql.utf8.count % statements.count].contains { $0.sql == sql }
  }

  /// The cached statement for a text, prepared on its first use.
  func statement(_ sql: String) throws(StoreFailure) -> SQLiteStatement {
    let group = sql.utf8.count % statements.count
    for statement in statements[group] where statement.sql == sql { return statement }
    let statement = try SQLiteStatement(sql, on: handle, location: location)
    statements[group].append(statement)
    return statement
  }

  /// Binds the values of a statement.
  func start(
    _ statement: SQLiteStatement,
    _ values: [SQLiteValue] = []
  ) throws(StoreFailure) -> SQLiteStatement {
    try statement.bind(values)
    return statement
  }

  private func failure(_ code: Int32) -> StoreFailure {
    StoreFailure(sqliteCode: code, on: handle, at: location)
  }
}
