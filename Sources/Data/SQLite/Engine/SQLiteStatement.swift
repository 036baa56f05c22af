import CSQLite
import MonikerDomain

/// A value to bind to a parameter of a statement.
enum SQLiteValue {
  case null
  case integer(Int64)
  case text(String)

  static func text(_ text: String?) -> SQLiteValue {
    text.map { .text($0 as String) } ?? .null
  }

  static func time(_ time: Timestamp) -> SQLiteValue {
    .integer(time.millisecondsSince1970)
  }

  static func time(_ time: Timestamp?) -> SQLiteValue {
    time.map { .integer($0.millisecondsSince1970) } ?? .null
  }
}

/// A prepared statement, cached for the life of its connection.
final class SQLiteStatement {
  let sql: String

  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let parameterCount: Int
  private let location: String
  /// The bound texts, one after the other; SQLite would allocate a copy of each.
  private var texts = UnsafeMutableBufferPointer<CChar>(start: nil, count: 0)

  init(_ sql: String, on connection: OpaquePointer, location: String) throws(StoreFailure) {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(
      connection,
      sql,
      -1,
      UInt32(SQLITE_PREPARE_PERSISTENT),
      &prepared,
      nil
    )
    guard code == SQLITE_OK, let prepared else {
      throw StoreFailure(sqliteCode: code, on: connection, at: location)
    }
    self.sql = sql
    parameterCount = Int(sqlite3_bind_parameter_count(prepared))
    handle = prepared
    self.connection = connection
    self.location = location
  }

  deinit {
    sqlite3_finalize(handle)
    texts.deallocate()
  }

  /// Binds a value to each parameter, in order.
  func bind(_ values: [SQLiteValue]) throws(StoreFailure) {
    precondition(values.count == parameterCount, "each parameter is given a value")
    guard parameterCount > 0 else { return }
    // A statement at a row still uses its texts.
    precondition(sqlite3_stmt_busy(handle) == 0, "a statement is reset before it is run again")
    reserveRoom(for: values)
    var next = texts.baseAddress
    for (position, value) in zip(Int32(1)..., values) {
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, position)
        case .integer(let integer): sqlite3_bind_int64(handle, position, integer)
        case .text(var text):
          text.withUTF8 { utf8 in
            let place = next
            utf8.withMemoryRebound(to: CChar.self) { utf8 in
              if let start = utf8.baseAddress { place?.initialize(from: start, count: utf8.count) }
            }
            next = place.map { $0 + utf8.count }
            // nil means SQLITE_STATIC: SQLite makes no copy.
            return sqlite3_bind_text(handle, position, place, Int32(utf8.count), nil)
          }
        }
      guard code == SQLITE_OK else { throw failure(code) }
    }
  }

  private func reserveRoom(for values: [SQLiteValue]) {
    // Allocate at least one byte: SQLite reads a null pointer as NULL, not as an empty text.
    var count = 1
    for case .text(let text) in values { count += text.utf8.count }
    guard count > texts.count else { return }
    texts.deallocate()
    texts = .allocate(capacity: count)
  }

  /// Steps to the next row; nil after the last.
  func step() throws(StoreFailure) -> SQLiteRow? {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return SQLiteRow(statement: handle, location: location)
    case SQLITE_DONE: return nil
    case let code: throw failure(code)
    }
  }

  /// Runs to the end, and ignores the rows.
  func finish() throws(StoreFailure) {
    defer { reset() }
    while try step() != nil {}
  }

  /// Resets the statement for its next use, and releases its locks.
  func reset() {
    sqlite3_reset(handle)
  }

  private func failure(_ code: Int32) -> StoreFailure {
    StoreFailure(sqliteCode: code, on: connection, at: location)
  }
}
