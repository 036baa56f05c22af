import CSQLite
import MonikerDomain

/// A value that is bound to a parameter of a statement.
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

/// A prepared statement, kept for as long as its connection.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private let connection: OpaquePointer
  private let location: String
  private let hasParameters: Bool

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
    handle = prepared
    hasParameters = sqlite3_bind_parameter_count(prepared) > 0
    self.connection = connection
    self.location = location
  }

  deinit {
    sqlite3_finalize(handle)
  }

  /// Whether it only reads, or begins or ends a transaction that has not asked to write.
  var isReading: Bool { sqlite3_stmt_readonly(handle) != 0 }

  /// Gives the parameters their values, in order.
  func bind(_ values: [SQLiteValue]) throws(StoreFailure) {
    for (position, value) in zip(Int32(1)..., values) {
      let code =
        switch value {
        case .null: sqlite3_bind_null(handle, position)
        case .integer(let integer): sqlite3_bind_int64(handle, position, integer)
        case .text(var text):
          text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) {
              sqlite3_bind_text(handle, position, $0.baseAddress, Int32($0.count), Self.copied)
            }
          }
        }
      guard code == SQLITE_OK else { throw failure(code) }
    }
  }

  /// Goes to the next row; nil after the last.
  func step() throws(StoreFailure) -> SQLiteRow? {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return SQLiteRow(statement: handle, location: location)
    case SQLITE_DONE: return nil
    case let code: throw failure(code)
    }
  }

  /// Runs to the end, whatever rows there are.
  func finish() throws(StoreFailure) {
    defer { reset() }
    while try step() != nil {}
  }

  /// Makes the statement ready for its next use and lets go of its locks.
  func reset() {
    sqlite3_reset(handle)
    if hasParameters { sqlite3_clear_bindings(handle) }
  }

  private func failure(_ code: Int32) -> StoreFailure {
    StoreFailure(sqliteCode: code, on: connection, at: location)
  }

  /// SQLITE_TRANSIENT, which C makes by casting -1: SQLite copies the text before bind returns.
  private static var copied: sqlite3_destructor_type? {
    unsafeBitCast(-1, to: sqlite3_destructor_type?.self)
  }
}
