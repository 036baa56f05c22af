#if Server
import CPostgreSQL
import MonikerDomain

/// The result of a statement.
final class PostgreSQLResult {
  let handle: OpaquePointer
  let location: String

  /// Takes a result of libpq, to be cleared with the last reference.
  init(_ handle: OpaquePointer, location: String) {
    self.handle = handle
    self.location = location
  }

  deinit { PQclear(handle) }

  var status: ExecStatusType { PQresultStatus(handle) }

  /// Whether the statement was run.
  var isSuccess: Bool { status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK }

  /// What was done, such as `COMMIT`, or `UPDATE 1`.
  var command: String { String(cString: PQcmdStatus(handle)) }

  /// The number of rows that a statement has written or found.
  var affectedRowCount: Int { Int(String(cString: PQcmdTuples(handle))) ?? 0 }

  var rowCount: Int { Int(PQntuples(handle)) }

  var rows: [PostgreSQLRow] { (0..<rowCount).map { PostgreSQLRow(self, at: $0) } }

  /// The error that the server reports in this result.
  var report: PostgreSQLFailure.Report {
    let severity = field("V")
    return PostgreSQLFailure.Report(
      state: field("C") ?? "unknown",
      isFatal: severity == "FATAL" || severity == "PANIC",
      constraint: field("n"),
      message: field("M") ?? ""
    )
  }

  /// A field of an error by its code.
  ///
  /// https://www.postgresql.org/docs/15/protocol-error-fields.html
  private func field(_ code: Unicode.Scalar) -> String? {
    PQresultErrorField(handle, Int32(code.value)).map { String(cString: $0) }
  }
}
#endif
