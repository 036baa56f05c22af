import MonikerDomain
import Synchronization

/// Counts an open connection of this process to a database file.
///
/// POSIX releases all of a process's locks on a file when the process closes any descriptor of the
/// file ("How To Corrupt An SQLite Database File", section 2.2). Reading the header of a file that
/// SQLite has open would do that. It is not needed either, since the header was checked before the
/// file was opened.
final class OpenFileLease: Sendable {
  private static let counts = Mutex<[SQLiteFile.FileID: Int]>([:])

  private let fileID: SQLiteFile.FileID

  /// Counts a connection; if it is the only one to the file, after `check`.
  init(
    on fileID: SQLiteFile.FileID,
    check: () throws(StoreFailure) -> Void
  ) throws(StoreFailure) {
    self.fileID = fileID
    try Self.counts.withLock { (counts) throws(StoreFailure) in
      if counts[fileID] == nil { try check() }
      counts[fileID, default: 0] += 1
    }
  }

  /// Runs `body` on a file that this process does not have open, and keeps other threads from
  /// opening it meanwhile.
  ///
  /// - Returns: nil, without calling `body`, if this process has the file open.
  static func whileClosed<Result>(
    _ fileID: SQLiteFile.FileID,
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result? {
    try counts.withLock { (counts) throws(StoreFailure) in
      counts[fileID] == nil ? try body() : nil
    }
  }

  deinit {
    Self.counts.withLock { counts in
      guard let count = counts[fileID] else { return }
      counts[fileID] = count == 1 ? nil : count - 1
    }
  }
}
