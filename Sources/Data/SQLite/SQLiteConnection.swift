import CSQLite
import MonikerDomain

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
  private let place: SQLitePath
  /// The file beside which the log is made; nil once that the log is there has been made durable.
  private var logFolder: StoreFile?
  private let lease: OpenFileLease?
  private let busyHandler: BusyHandler
  /// The ``dataVersion`` of which the version of the schema is known to be none of a later program.
  private var knownDataVersion: UInt32?

  /// Opens a database that exists, or one in memory.
  ///
  /// - Parameters:
  ///   - path: the file; `:memory:` for a database that goes with the connection.
  ///   - location: the store, as failures name it.
  ///   - wait: how long to wait for other connections before a call fails as busy.
  ///   - isImmutable: whether the file is read as it is, without locks, log and any write; whoever says
  ///     so sees to it that nobody changes it meanwhile.
  ///   - logFolder: the file beside which the log is made, for a connection that keeps one.
  ///   - lease: is given back when the connection has been closed.
  init(
    path: String,
    location: String,
    wait: Duration,
    isImmutable: Bool = false,
    logFolder: StoreFile? = nil,
    lease: OpenFileLease? = nil
  ) throws(StoreFailure) {
    self.location = location
    isInMemory = path == ":memory:"
    self.logFolder = logFolder
    self.lease = lease
    busyHandler = BusyHandler(wait: wait)
    place = try SQLitePath(path)
    var opened: OpaquePointer?
    // No mutex: whom it belongs to sees to it that there is one caller at a time.
    let flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code =
      isImmutable
      ? sqlite3_open_v2(
        Self.immutable(place.text),
        &opened,
        flags | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
        place.system
      ) : sqlite3_open_v2(place.text, &opened, flags | SQLITE_OPEN_READWRITE, place.system)
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

  /// The path as a URI with the parameter that says so.
  ///
  /// Source: https://www.sqlite.org/uri.html
  private static func immutable(_ path: String) -> String {
    let escaped = path.utf8.reduce(into: "file:") { uri, byte in
      let isPlain = UInt8(ascii: "-")...UInt8(ascii: "z") ~= byte && byte != UInt8(ascii: "?")
      let hexadecimal = String(byte, radix: 16)
      uri +=
        isPlain ? String(UnicodeScalar(byte)) : byte < 16 ? "%0" + hexadecimal : "%" + hexadecimal
    }
    return escaped + "?immutable=1"
  }

  deinit {
    // Statements go first: a database with statements left does not close.
    readingBounds = nil
    statements.removeAll()
    sqlite3_close(handle)
  }

  /// All that the database holds, in one in memory.
  func copyInMemory() throws(StoreFailure) -> SQLiteConnection {
    let copy = try SQLiteConnection(path: ":memory:", location: location, wait: .zero)
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw copy.failure(sqlite3_extended_errcode(copy.handle))
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw failure(code) }
    return copy
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

  /// Reads as of one moment, and refuses a schema that a later program has taken further since it was opened.
  func readKnowingVersion<Result>(
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    try transaction(.deferred) { () throws(StoreFailure) in
      let result = try body(self)
      try checkVersionUnlessKnown()
      return result
    }
  }

  /// Refuses a schema of a later program, in a transaction that has read or is to write.
  func checkVersionUnlessKnown() throws(StoreFailure) {
    guard !isVersionKnown else { return }
    try checkVersion()
    noteVersionIsKnown()
  }

  /// Whether the version was looked at, and nobody else has changed the database since, as of the last read.
  var isVersionKnown: Bool { dataVersion == knownDataVersion }

  /// Has the version of the database count as known until others change it: it was just looked at, or was known
  /// until this connection made a change of its own.
  func noteVersionIsKnown() {
    knownDataVersion = dataVersion
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

  /// Has pages end with room for their checksums, from the first write to an empty database on, or from
  /// `VACUUM` on.
  func reserveBytesForSums() throws(StoreFailure) {
    var count = Int32(SQLitePageSum.length)
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_RESERVE_BYTES, &count)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Whether there is no file, but for what SQLite may put aside.
  let isInMemory: Bool

  /// The version of the file that this one was copied from, and then taken further.
  var earlierVersion: Int?

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
