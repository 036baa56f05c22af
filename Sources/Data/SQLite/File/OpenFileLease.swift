import MonikerDomain
import Synchronization

/// Stands for one open connection to a database file of this process.
///
/// POSIX takes away all of a process's locks on a file when the process closes any descriptor of
/// it ("How To Corrupt An SQLite Database File", section 2.2). To look at the header of a file
/// that SQLite has open would do that; and it is not needed, since such a file was looked at.
final class OpenFileLease: Sendable {
  private static let counts = Mutex<[SQLiteFile.FileID: Int]>([:])

  private let fileID: SQLiteFile.FileID

  /// Counts a connection in, after `check` if it is the only one to the file.
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

  /// Does something with a file that this process has not open, and has nobody open it meanwhile.
  ///
  /// - Returns: nil, and `body` was not called, if it has.
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
