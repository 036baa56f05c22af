import CSQLite
import Glibc
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
      let bytes = bytes(column)
      // What is no UTF-8 has been repaired there. String(validating:as:) is generic at run time, and takes
      // five times as long.
      var text = String(decoding: bytes, as: UTF8.self)
      let isWhole = text.withUTF8 { utf8 in
        guard utf8.count == bytes.count, let one = utf8.baseAddress, let other = bytes.baseAddress
        else { return bytes.isEmpty }
        return memcmp(one, other, bytes.count) == 0
      }
      guard isWhole else { throw damaged(column) }
      return text
    default:
      throw damaged(column)
    }
  }

  /// The text in a column as it lies there, until the row is asked for something else.
  func utf8(_ column: Int32) throws(StoreFailure) -> UnsafeBufferPointer<UInt8> {
    guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { throw damaged(column) }
    return bytes(column)
  }

  private func bytes(_ column: Int32) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: sqlite3_column_text(statement, column),
      count: Int(sqlite3_column_bytes(statement, column))
    )
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
