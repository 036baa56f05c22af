import CSQLite
import MonikerDomain

/// The row at which a statement stands; valid until the statement goes on.
///
/// The tables are STRICT, so a value of another type than its column's means a damaged file.
struct SQLiteRow {
  private let statement: OpaquePointer
  private let location: String

  init(statement: OpaquePointer, location: String) {
    self.statement = statement
    self.location = location
  }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_column_type(statement, column) == SQLITE_NULL
  }

  /// The integer in the last column, whatever SQLite has to make of what is there.
  var lastInteger: Int64 { sqlite3_column_int64(statement, sqlite3_column_count(statement) - 1) }

  func integer(_ column: Int32) throws(StoreFailure) -> Int64 {
    guard sqlite3_column_type(statement, column) == SQLITE_INTEGER else { throw damaged(column) }
    return sqlite3_column_int64(statement, column)
  }

  func text(_ column: Int32) throws(StoreFailure) -> String {
    guard let text = try optionalText(column) else { throw damaged(column) }
    return text
  }

  func optionalText(_ column: Int32) throws(StoreFailure) -> String? {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_NULL:
      return nil
    case SQLITE_TEXT:
      let bytes = UnsafeBufferPointer(
        start: sqlite3_column_text(statement, column),
        count: Int(sqlite3_column_bytes(statement, column))
      )
      guard let text = String(validating: bytes, as: UTF8.self) else { throw damaged(column) }
      return text
    default:
      throw damaged(column)
    }
  }

  /// The failure for a value that this program never writes to the column.
  func damaged(_ column: Int32) -> StoreFailure {
    let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "?"
    return StoreFailure(
      .damaged,
      at: location,
      detail: "the column \(name) holds a value that does not belong there"
    )
  }
}
