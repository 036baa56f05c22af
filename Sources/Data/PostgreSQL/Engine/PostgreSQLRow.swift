#if Server
import CPostgreSQL
import MonikerDomain

/// A row of a result, whose columns count from 0.
struct PostgreSQLRow {
  private let result: PostgreSQLResult
  private let place: Int32

  init(_ result: PostgreSQLResult, at place: Int) {
    self.result = result
    self.place = Int32(place)
  }

  func isNull(_ column: Int) -> Bool {
    PQgetisnull(result.handle, place, Int32(column)) == 1
  }

  func integer(_ column: Int) throws(PostgreSQLFailure) -> Int64 {
    guard let integer = try optionalInteger(column) else { throw damaged(column) }
    return integer
  }

  func optionalInteger(_ column: Int) throws(PostgreSQLFailure) -> Int64? {
    guard let bytes = bytes(column) else { return nil }
    // The initializer of Int64 from a text takes several times as long.
    var digits = bytes[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    guard 1...19 ~= digits.count else { throw damaged(column) }
    var value: Int64 = 0
    for digit in digits {
      guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { throw damaged(column) }
      let (tens, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      let units = Int64(digit - UInt8(ascii: "0"))
      let (sum, isOver) = tens.addingReportingOverflow(isNegative ? -units : units)
      if isTooLarge || isOver { throw damaged(column) }
      value = sum
    }
    return value
  }

  func text(_ column: Int) throws(PostgreSQLFailure) -> String {
    guard let text = try optionalText(column) else { throw damaged(column) }
    return text
  }

  func optionalText(_ column: Int) throws(PostgreSQLFailure) -> String? {
    // The encoding of the connection is UTF-8, so the server has checked the bytes.
    bytes(column).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The value of a column of the type `boolean`.
  func boolean(_ column: Int) throws(PostgreSQLFailure) -> Bool {
    switch bytes(column)?.first {
    case UInt8(ascii: "t"): return true
    case UInt8(ascii: "f"): return false
    default: throw damaged(column)
    }
  }

  /// The bytes of a value as text; nil for null.
  private func bytes(_ column: Int) -> UnsafeBufferPointer<UInt8>? {
    precondition(0..<PQnfields(result.handle) ~= Int32(column), "the row has the column")
    guard !isNull(column), let start = PQgetvalue(result.handle, place, Int32(column)) else {
      return nil
    }
    let count = Int(PQgetlength(result.handle, place, Int32(column)))
    return UnsafeBufferPointer(
      start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self),
      count: count
    )
  }

  /// The failure for a value that this program never writes to the column.
  func damaged(_ column: Int) -> PostgreSQLFailure {
    let name = PQfname(result.handle, Int32(column)).map { String(cString: $0) } ?? "?"
    return PostgreSQLFailure(
      .other,
      .damaged,
      at: result.location,
      detail: "the column \(name) has an invalid value"
    )
  }
}
#endif
