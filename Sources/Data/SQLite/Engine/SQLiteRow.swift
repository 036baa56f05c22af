import CSQLite
import Glibc
import MonikerDomain

/// The current row of a statement, valid until the statement steps.
///
/// The tables are STRICT, so a value of another type than that of its column means a damaged file.
struct SQLiteRow {
  private let statement: OpaquePointer
  private let location: String

  init(statement: OpaquePointer, location: String) {
    self.statement = statement
    self.location = location
  }

  /// The value in a column, so that the `sqlite3_value` functions need not look it up again.
  ///
  /// SQLite calls it unprotected, which makes no difference in a connection without a mutex:
  /// "Obtaining SQL Values", https://www.sqlite.org/c3ref/value.html.
  private func value(_ column: Int32) -> OpaquePointer? { sqlite3_column_value(statement, column) }

  func isNull(_ column: Int32) -> Bool {
    sqlite3_value_type(value(column)) == SQLITE_NULL
  }

  /// The integer in the last column, converted by SQLite if the value has another type.
  var lastInteger: Int64 { sqlite3_column_int64(statement, sqlite3_column_count(statement) - 1) }

  func integer(_ column: Int32) throws(StoreFailure) -> Int64 {
    guard let integer = try optionalInteger(column) else { throw damaged(column) }
    return integer
  }

  func optionalInteger(_ column: Int32) throws(StoreFailure) -> Int64? {
    let value = value(column)
    switch sqlite3_value_type(value) {
    case SQLITE_NULL: return nil
    case SQLITE_INTEGER: return sqlite3_value_int64(value)
    default: throw damaged(column)
    }
  }

  func text(_ column: Int32) throws(StoreFailure) -> String {
    guard let text = try optionalText(column) else { throw damaged(column) }
    return text
  }

  /// The text in a column, or `known` without a copy if the column equals another one, whose text
  /// is `known`.
  func text(
    _ column: Int32,
    orAs known: String,
    in other: Int32
  ) throws(StoreFailure) -> String {
    Self.areEqual(try utf8(column), try utf8(other)) ? known : try text(column)
  }

  func optionalText(_ column: Int32) throws(StoreFailure) -> String? {
    let value = value(column)
    switch sqlite3_value_type(value) {
    case SQLITE_NULL:
      return nil
    case SQLITE_TEXT:
      let bytes = Self.bytes(value)
      // String(decoding:as:) repairs invalid UTF-8, which the comparison below detects.
      // String(validating:as:) is generic at run time and takes five times as long.
      var text = String(decoding: bytes, as: UTF8.self)
      if Self.isASCII(bytes) { return text }
      guard text.withUTF8({ Self.areEqual($0, bytes) }) else { throw damaged(column) }
      return text
    default:
      throw damaged(column)
    }
  }

  /// The bytes of the text in a column, valid until the statement steps.
  func utf8(_ column: Int32) throws(StoreFailure) -> UnsafeBufferPointer<UInt8> {
    let value = value(column)
    guard sqlite3_value_type(value) == SQLITE_TEXT else { throw damaged(column) }
    return Self.bytes(value)
  }

  private static func bytes(_ value: OpaquePointer?) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: sqlite3_value_text(value),
      count: Int(sqlite3_value_bytes(value))
    )
  }

  private static func areEqual(
    _ one: UnsafeBufferPointer<UInt8>,
    _ other: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard one.count == other.count else { return false }
    guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
    return memcmp(start, otherStart, one.count) == 0
  }

  /// Without an early exit the loop is vectorized.
  private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var all: UInt8 = 0
    for byte in bytes { all |= byte }
    return all < 0x80
  }

  /// The failure for a value that this program never writes to the column.
  func damaged(_ column: Int32) -> StoreFailure {
    let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? "?"
    return StoreFailure(
      .damaged,
      at: location,
      detail: "the column \(name) has an invalid value"
    )
  }
}
