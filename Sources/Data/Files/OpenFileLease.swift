import Glibc
import Synchronization

/// Counts an open connection of this process to a database file.
///
/// POSIX releases all of a process's locks on a file when the process closes any descriptor of the
/// file ("How To Corrupt An SQLite Database File", section 2.2). So a descriptor of a database that
/// SQLite does not know is closed by ``close(_:)``.
package final class OpenFileLease: Sendable {
  private struct Use {
    var connections = 0
    /// The descriptors to close after the last connection.
    var descriptors: [Int32] = []
    /// Those of them that are open for writing and can be used again.
    var reusable: [Int32] = []
  }

  private static let uses = Mutex<[FileID: Use]>([:])

  private let fileID: FileID

  /// Counts a connection that is opened next.
  package init(on fileID: FileID) {
    self.fileID = fileID
    Self.uses.withLock { $0[fileID, default: Use()].connections += 1 }
  }

  /// Whether this process has the file open.
  package static func isOpen(_ fileID: FileID) -> Bool {
    uses.withLock { $0[fileID] != nil }
  }

  /// Closes a descriptor, at once or, if this process has the file open, after its last connection.
  package static func close(_ descriptor: inout FileDescriptor) {
    let status = try? descriptor.status()
    close(descriptor.release(), of: status.map { FileID($0) })
  }

  /// Closes the descriptor of a file, at once or after the last connection.
  package static func close(_ number: Int32, of fileID: FileID?) {
    uses.withLock { uses in
      if let fileID, uses[fileID] != nil {
        uses[fileID]?.descriptors.append(number)
      } else {
        _ = Glibc.close(number)
      }
    }
  }

  /// Gives up a descriptor that is open for writing, for ``reuse(of:)``.
  package static func closeForReuse(_ number: Int32, of fileID: FileID) {
    uses.withLock { uses in
      if uses[fileID] != nil {
        uses[fileID]?.reusable.append(number)
      } else {
        _ = Glibc.close(number)
      }
    }
  }

  /// Takes a descriptor that was given up; nil if there is none.
  ///
  /// Otherwise each connection beside an open one would leave a descriptor until the last one closes.
  package static func reuse(of fileID: FileID) -> Int32? {
    uses.withLock { $0[fileID]?.reusable.popLast() }
  }

  deinit {
    Self.uses.withLock { uses in
      guard let use = uses[fileID] else { return }
      guard use.connections == 1 else {
        uses[fileID]?.connections -= 1
        return
      }
      uses[fileID] = nil
      for number in use.descriptors + use.reusable { _ = Glibc.close(number) }
    }
  }
}
