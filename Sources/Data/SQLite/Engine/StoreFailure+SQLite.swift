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
    let detail = Self.detail(of: code)
    let systemCode = connection.map { sqlite3_system_errno($0) } ?? 0
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
    case SQLITE_READONLY where [EIO, ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM].contains(systemCode):
      // SQLite opens a file for reading if opening it for writing fails, for any reason.
      self.init(errno: systemCode, cannot: "open it", at: location)
    case SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH:
      self.init(.permissionDenied, at: location, detail: detail)
    case SQLITE_CONSTRAINT where code == uniqueConstraintCode:
      self = .idInUse(at: location)
    case SQLITE_CONSTRAINT:
      self.init(.damaged, at: location, detail: detail)
    case SQLITE_CANTOPEN:
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
      let reason = systemCode == 0 ? "" : ": " + String(cString: strerror(systemCode))
      let isFull = code & 0xFF == SQLITE_FULL || [ENOSPC, EDQUOT].contains(systemCode)
      self.init(isFull ? .noSpace : .inputOutput, at: location, detail: detail + reason)
    }
  }
}

extension StoreFailure {
  /// What happened, in this program's words, and SQLite's code for those who know it.
  private static func detail(of code: Int32) -> String {
    let text =
      switch code & 0xFF {
      case SQLITE_CORRUPT: "a page of the database is damaged"
      case SQLITE_NOTADB: "the file is not an SQLite database"
      case SQLITE_MISMATCH, SQLITE_ERROR, SQLITE_SCHEMA: "its tables are not those of a store"
      case SQLITE_CONSTRAINT: "its tables contradict the change"
      case SQLITE_PERM, SQLITE_READONLY, SQLITE_AUTH: "there is no permission to write it"
      case SQLITE_FULL: "there is no space left on the disk"
      case SQLITE_NOMEM: "there is not enough memory"
      case SQLITE_TOOBIG: "a value is too large"
      case SQLITE_IOERR: "reading or writing it failed"
      case SQLITE_PROTOCOL: "its locks are in use for too long"
      default: "SQLite cannot go on"
      }
    return "\(text) (SQLite result code \(code))"
  }
}

/// SQLITE_IOERR_DATA; Swift does not import the macro, whose value is an expression.
let wrongDataCode = SQLITE_IOERR | 32 << 8

/// SQLITE_IOERR_SHORT_READ: the file ends before the bytes that were to be read.
let shortReadCode = SQLITE_IOERR | 2 << 8

/// SQLITE_CONSTRAINT_UNIQUE; Swift does not import the macro, whose value is an expression.
private let uniqueConstraintCode = SQLITE_CONSTRAINT | 8 << 8

extension StoreFailure {
  /// Another file has taken the place of the one that was opened; as for a lock, a retry may succeed.
  static func replaced(at path: String) -> StoreFailure {
    StoreFailure(.busy, at: path, detail: "another program has just replaced it")
  }
}
