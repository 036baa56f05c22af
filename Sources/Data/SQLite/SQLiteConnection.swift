import CSQLite
import MonikerDomain

/// One connection to one database: the small part of SQLite's C interface that a store needs.
///
/// Not Sendable: it belongs to whoever has opened it, or has borrowed it. Statements are prepared once and kept.
final class SQLiteConnection {
  /// The store, as failures name it.
  let location: String

  private let handle: OpaquePointer
  private var statements: [StatementText: SQLiteStatement] = [:]
  private let place: SQLitePath
  /// The file beside which the log is made; nil once that the log is there has been made durable.
  private var logFolder: StoreFile?
  private let lease: OpenFileLease?
  private let busyHandler: BusyHandler
  /// What ``dataVersion`` was when the version of the schema was last looked at.
  private var knownDataVersion: UInt32?
  /// Whether statements that write are refused, and whether one was.
  private(set) var isTrying = false
  private var wouldWrite = false
  private var isGrouping = false

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

  /// Does something as far as it only reads.
  ///
  /// - Returns: nil where it would have to write: nothing was changed then, and nobody waited for.
  func trying<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    (isTrying, wouldWrite) = (true, false)
    defer { isTrying = false }
    do {
      return try body()
    } catch {
      if wouldWrite { return nil }
      throw error
    }
  }

  /// Does something without waiting for other connections.
  func withoutWaiting<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    let wasPatient = busyHandler.isPatient
    busyHandler.isPatient = false
    defer { busyHandler.isPatient = wasPatient }
    return try body()
  }

  /// A number that is another one once the database has changed; as of the last read.
  ///
  /// Source: https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html, SQLITE_FCNTL_DATA_VERSION.
  private var dataVersion: UInt32 {
    var version: UInt32 = 0
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
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
    let dataVersion = dataVersion
    guard dataVersion != knownDataVersion else { return }
    try checkVersion()
    knownDataVersion = dataVersion
  }

  /// Has the log stay as it is when this connection is closed, for whoever opens the database next.
  func leaveLogWhenClosed() {
    moniker_leave_log_when_closed(handle)
  }

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
      while let row = try statement.step() { rows.append(try read(row)) }
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

  /// How a transaction begins.
  enum Beginning: String {
    /// For what only reads: all of it sees the same state.
    case deferred = "BEGIN DEFERRED"

    /// For whatever writes: it excludes all other writers from its first statement on.
    ///
    /// A transaction that reads first and then wants to write fails at once with BUSY_SNAPSHOT,
    /// without waiting, when another has written in between.
    case immediate = "BEGIN IMMEDIATE"
  }

  /// Runs `body` as one transaction.
  ///
  /// - Parameter isKept: whether what was done is to be kept, by what `body` has returned.
  func transaction<Result>(
    _ beginning: Beginning = .immediate,
    keepingIf isKept: (Result) -> Bool = { _ in true },
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    if isGrouping { return try savepoint(keepingIf: isKept, body) }
    try run(beginning.rawValue)
    do {
      if beginning == .immediate { try makeLogDurable() }
      let result = try body()
      try run(isKept(result) ? "COMMIT" : "ROLLBACK")
      return result
    } catch {
      // SQLite has rolled back by itself after some failures: the state decides, not the code.
      if isInTransaction { _ = try? run("ROLLBACK") }
      throw error
    }
  }

  /// Runs `body` as one transaction, of which each transaction that it runs is a part: kept or not by itself,
  /// and on the disk when this one is.
  func group(_ body: () throws(StoreFailure) -> Void) throws(StoreFailure) {
    try transaction { () throws(StoreFailure) in
      isGrouping = true
      defer { isGrouping = false }
      try body()
    }
  }

  /// Whether there still is a transaction: SQLite ends it by itself after some failures.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  private func savepoint<Result>(
    keepingIf isKept: (Result) -> Bool,
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    try run("SAVEPOINT part")
    do {
      let result = try body()
      if !isKept(result) { try run("ROLLBACK TO part") }
      try run("RELEASE part")
      return result
    } catch {
      undoPart()
      throw error
    }
  }

  /// Undoes what has failed in a transaction, or else all of it: half of it must not be kept.
  private func undoPart() {
    guard isInTransaction else { return }
    do {
      try run("ROLLBACK TO part")
      try run("RELEASE part")
    } catch {
      _ = try? run("ROLLBACK")
    }
  }

  /// Begins a transaction that lasts as long as the connection.
  func begin(_ beginning: Beginning) throws(StoreFailure) {
    try run(beginning.rawValue)
  }

  /// Makes durable that the log is there, before anything is written to it that counts.
  ///
  /// SQLite syncs the folder, too, but goes on if that fails, and not at all in a log that somebody else has
  /// begun: `unixSync` in its `os_unix.c`, and `walFrames` in `wal.c`.
  private func makeLogDurable() throws(StoreFailure) {
    try logFolder?.synchronizeFolder()
    logFolder = nil
  }

  private func start(_ sql: String, _ values: [SQLiteValue]) throws(StoreFailure) -> SQLiteStatement
  {
    let statement: SQLiteStatement
    if let kept = statements[StatementText(sql: sql)] {
      statement = kept
    } else {
      statement = try SQLiteStatement(sql, on: handle, location: location)
      statements[StatementText(sql: sql)] = statement
    }
    if isTrying, !statement.isReading {
      wouldWrite = true
      throw StoreFailure(.inputOutput, at: location, detail: "it is only tried, and would write")
    }
    try statement.bind(values)
    return statement
  }

  private func failure(_ code: Int32) -> StoreFailure {
    StoreFailure(sqliteCode: code, on: handle, at: location)
  }

  /// A statement as it is looked for: by its length first, since going through some hundred bytes takes as
  /// long as a small statement does.
  private struct StatementText: Hashable {
    let sql: String

    func hash(into hasher: inout Hasher) {
      hasher.combine(sql.utf8.count)
    }
  }
}
