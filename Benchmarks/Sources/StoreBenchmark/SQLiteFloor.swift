import CSQLiteFloor

/// A column value of a statement of the floor.
enum FloorValue {
  case integer(Int64)
  case text(String)
  case null
}

/// SQLite as a C program calls it: statements that are prepared once, and nothing around them.
final class SQLiteFloor {
  private let connection: OpaquePointer
  private var statements: [OpaquePointer] = []

  /// Opens a store's file with the same durability as the store.
  init(path: String) {
    var opened: OpaquePointer?
    precondition(
      sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK
    )
    guard let opened else { fatalError("no connection to \(path)") }
    connection = opened
    precondition(
      sqlite3_exec(
        connection,
        "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000",
        nil,
        nil,
        nil
      ) == SQLITE_OK
    )
  }

  deinit {
    for statement in statements { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  /// The row ID of the row inserted last.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(connection) }

  /// - Returns: the index by which the statement is run.
  func prepare(_ sql: String) -> Int {
    var prepared: OpaquePointer?
    precondition(
      sqlite3_prepare_v3(
        connection,
        sql,
        -1,
        UInt32(SQLITE_PREPARE_PERSISTENT),
        &prepared,
        nil
      ) == SQLITE_OK,
      String(cString: sqlite3_errmsg(connection))
    )
    guard let prepared else { fatalError("no statement: \(sql)") }
    statements.append(prepared)
    return statements.count - 1
  }

  /// Runs a statement to its end, and reads every column of every row, as a caller in C does.
  ///
  /// - Returns: the first column of the last row if that is an integer.
  @discardableResult
  func run(_ number: Int, _ values: [FloorValue] = []) -> Int64 {
    let statement = statements[number]
    for (position, value) in zip(Int32(1)..., values) {
      switch value {
      case .integer(let integer): sqlite3_bind_int64(statement, position, integer)
      case .null: sqlite3_bind_null(statement, position)
      case .text(var text):
        text.withUTF8 { utf8 in
          _ = utf8.withMemoryRebound(to: CChar.self) {
            sqlite3_bind_text(statement, position, $0.baseAddress, Int32($0.count), Self.copied)
          }
        }
      }
    }
    var first: Int64 = 0
    while true {
      let code = sqlite3_step(statement)
      guard code == SQLITE_ROW else {
        guard code == SQLITE_DONE else { fatalError(String(cString: sqlite3_errmsg(connection))) }
        break
      }
      first = sqlite3_column_int64(statement, 0)
      for column in 0..<sqlite3_column_count(statement) {
        if sqlite3_column_type(statement, column) == SQLITE_INTEGER {
          keep(sqlite3_column_int64(statement, column))
        } else {
          keep(sqlite3_column_text(statement, column))
        }
      }
    }
    sqlite3_reset(statement)
    return first
  }

  /// SQLITE_TRANSIENT, a cast of -1 in C, which Swift does not import.
  private static var copied: sqlite3_destructor_type? {
    unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
  }
}

/// Keeps the optimizer from removing the read of a value.
@inline(never) func keep<Value>(_ value: Value) {}
