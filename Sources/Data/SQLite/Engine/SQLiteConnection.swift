import CSQLite
import MonikerDomain
import MonikerFiles

/// One connection to one database: the small part of SQLite's C interface that a store needs.
///
/// Not Sendable: it belongs to whoever has opened it, or has borrowed it. Statements are prepared once and kept.
final class SQLiteConnection {
  /// The store, as failures name it.
  let location: String

  private let handle: OpaquePointer
  /// All that were prepared, those in one place whose texts have the same length but for a multiple of 64: a
  /// dictionary's hash takes as long as a small statement does.
  private var statements = [[SQLiteStatement]](repeating: [], count: 64)
  /// Those that whatever reads begins and ends with: they are not looked for each time.
  private var readingBounds: (begin: SQLiteStatement, commit: SQLiteStatement)?
  /// What has to outlive the connection.
  private let owned: [any AnyObject & Sendable]
  /// The file beside which the log is made; nil once it is durable that the log is there.
  private var logFolder: StoreFile?
  private let busyHandler: BusyHandler
  /// The ``dataVersion`` at the last check.
  private var checkedDataVersion: UInt32?

  /// Opens a database that exists, or one in memory.
  ///
  /// - Parameters:
  ///   - name: what SQLite opens: a path, a URI, or `:memory:`.
  ///   - flags: how, beside what every connection has.
  ///   - system: the name of SQLite's interface to the system; nil for the usual one.
  ///   - owned: is released when the connection has been closed.
  ///   - location: the store, as failures name it.
  ///   - wait: how long to wait for other connections before a call fails as busy.
  ///   - logFolder: the file beside which the log is made, for a connection that keeps one.
  init(
    opening name: String,
    flags: Int32,
    system: String?,
    owning owned: [any AnyObject & Sendable],
    location: String,
    wait: Duration,
    logFolder: StoreFile? = nil
  ) throws(StoreFailure) {
    self.location = location
    self.owned = owned
    self.logFolder = logFolder
    busyHandler = BusyHandler(wait: wait)
    var opened: OpaquePointer?
    // No mutex: a connection has one caller at a time.
    let plain = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(name, &opened, flags | plain, system)
    guard code == SQLITE_OK, let opened else {
      let failure = StoreFailure(sqliteCode: code, on: opened, at: location)
      sqlite3_close(opened)
      throw failure
    }
    handle = opened
    busyHandler.install(on: handle)
    // Without FULL a commit would not sync the log, and what has been gathered for it would not be in it.
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
    // Statements go first: a database with statements left does not close.
    readingBounds = nil
    statements.removeAll()
    sqlite3_close(handle)
  }

  /// Runs `body`, in which a lock of another connection is not waited for but fails as busy.
  func withoutBusyWait<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    busyHandler.isPatient = false
    defer { busyHandler.isPatient = true }
    return try body()
  }

  /// A number that is another one once the database has changed; as of the last read.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html, SQLITE_FCNTL_DATA_VERSION.
  private var dataVersion: UInt32 {
    var version: UInt32 = 0
    // nil is "main", which need not be looked for then.
    sqlite3_file_control(handle, nil, SQLITE_FCNTL_DATA_VERSION, &version)
    return version
  }

  /// Whether no other connection has changed the database since ``noteCheck()``, as of the last read.
  var isUnchangedSinceCheck: Bool { dataVersion == checkedDataVersion }

  /// Notes that what others may change has been checked, or was until this connection made a change.
  func noteCheck() {
    checkedDataVersion = dataVersion
  }

  /// Has the log stay as it is when this connection is closed, for whoever opens the database next.
  func leaveLogWhenClosed() {
    moniker_leave_log_when_closed(handle)
  }

  /// Whether there still is a transaction: SQLite ends it by itself after some failures.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// How many rows were written since this connection was opened, undone or not, by statements that succeeded.
  var writtenRowCount: Int64 { sqlite3_total_changes64(handle) }

  /// The number that the last inserted row was given.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Has pages end with so many bytes that SQLite leaves alone, from the first write to an empty
  /// database on.
  func reserveBytes(_ count: Int) throws(StoreFailure) {
    var count = Int32(count)
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs statements that take no values and give no rows.
  func execute(_ script: String) throws(StoreFailure) {
    let code = sqlite3_exec(handle, script, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: SQLiteValue...) throws(StoreFailure) {
    try start(sql, values).finish()
  }

  /// The rows that a query gives, each as `read` makes it.
  func rows<Row>(
    _ sql: String,
    _ values: SQLiteValue...,
    read: (SQLiteRow) throws(StoreFailure) -> Row
  ) throws(StoreFailure) -> [Row] {
    let statement = try start(sql, values)
    var rows: [Row] = []
    do {
      while let row = try statement.step() {
        // To grow by one step after another, and to give back each, takes a tenth of the time of a list.
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

  /// The first row that a query gives; nil if it gives none.
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

  /// Makes durable that the log is there, before anything is written to it that counts.
  ///
  /// SQLite syncs the folder, too, but goes on if that fails, and not at all in a log that somebody else has
  /// begun: `unixSync` in its `os_unix.c`, and `walFrames` in `wal.c`.
  func makeLogDurable() throws(StoreFailure) {
    try logFolder?.synchronizeFolder()
    logFolder = nil
  }

  /// The statements that a transaction begins and ends with.
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

  /// The statement of this text, prepared once.
  func statement(_ sql: String) throws(StoreFailure) -> SQLiteStatement {
    let group = sql.utf8.count % statements.count
    for statement in statements[group] where statement.sql == sql { return statement }
    let statement = try SQLiteStatement(sql, on: handle, location: location)
    statements[group].append(statement)
    return statement
  }

  /// Begins to run a statement with these values.
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
