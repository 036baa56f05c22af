import CSQLite
import Glibc
import MonikerDomain
import MonikerModel
import MonikerFiles

extension StoreFailure {
  /// Translates an SQLite result code.
  ///
  /// - Parameters:
  ///   - code: the extended result code.
  ///   - connection: the connection that failed; nil if it was not opened.
  ///   - location: the name of the store in failures.
  init(sqliteCode code: Int32, on connection: OpaquePointer?, at location: String) {
    let message =
      connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let detail = message.map { String(cString: $0) } ?? "SQLite result code \(code)"
    // The primary code is in the low byte: https://www.sqlite.org/rescode.html
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED:
      self.init(.busy, at: location, detail: "another process is writing to it")
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_MISMATCH, SQLITE_SCHEMA:
      self.init(.damaged, at: location, detail: detail)
    case SQLITE_ERROR:
      // The tests show that the statements are valid, so the tables must be wrong.
      self.init(.damaged, at: location, detail: detail)
    case SQLITE_IOERR where code == wrongDataCode:
      self.init(
        .damaged,
        at: location,
        detail:
          "the checksum of a page does not match its content: it was damaged, or not written by "
          + "Moniker"
      )
    case SQLITE_READONLY where connection.map({ sqlite3_system_errno($0) == EIO }) ?? false:
      // SQLite opens a file for reading if opening it for writing fails, for any reason.
      self.init(errno: EIO, cannot: "open it", at: location)
    case SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH:
      self.init(.permissionDenied, at: location, detail: detail)
    case SQLITE_CONSTRAINT where code == uniqueConstraintCode:
      self = .idInUse(at: location)
    case SQLITE_CONSTRAINT:
      self.init(.damaged, at: location, detail: detail)
    case SQLITE_CANTOPEN:
      let systemCode = connection.map { sqlite3_system_errno($0) } ?? 0
      if systemCode == 0 || systemCode == ENOENT {
        // The file existed a moment ago, so SQLite could not open a file beside it.
        self.init(
          .unreachable,
          at: location,
          detail: "SQLite cannot open it, or cannot make its log beside it"
        )
      } else {
        self.init(errno: systemCode, cannot: "open it", at: location)
      }
    default:
      let systemCode = connection.map { sqlite3_system_errno($0) } ?? 0
      let reason = systemCode == 0 ? "" : ": " + String(cString: strerror(systemCode))
      self.init(.inputOutput, at: location, detail: detail + reason)
    }
  }
}

/// SQLITE_IOERR_DATA; Swift does not import the macro, whose value is an expression.
let wrongDataCode = SQLITE_IOERR | 32 << 8

/// SQLITE_CONSTRAINT_UNIQUE; Swift does not import the macro, whose value is an expression.
private let uniqueConstraintCode = SQLITE_CONSTRAINT | 8 << 8

extension StoreFailure {
  /// Another file has taken the place of the one that was opened; as for a lock, a retry may succeed.
  static func replaced(at path: String) -> StoreFailure {
    StoreFailure(.busy, at: path, detail: "another program has just replaced it")
  }
}
