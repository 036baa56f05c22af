import MonikerDomain
import Synchronization
import MonikerFiles

/// A pool of connections for reads, so that no read waits for a writer.
///
/// A read borrows a connection and runs on the caller's thread: waking another thread takes longer
/// than most reads. For that reason no connection of the pool ever waits for a lock.
final class SQLiteReaders: Sendable {
  /// Sendable because only one caller has a borrowed reader.
  private struct Reader: @unchecked Sendable {
    let connection: SQLiteConnection
    let files: SQLiteOpenFiles
    let generation: Int
  }

  private struct State {
    var idle: [Reader] = []
    /// The number of connections, including those that are borrowed.
    var count = 0
    /// How often all connections were removed.
    var generation = 0
    /// How long the last check of the path remains valid; the check found the open file there.
    var lastLook: Countdown?
  }

  /// More concurrent reads than processors gain nothing.
  private static var limit: Int { 8 }

  /// How long a check of the path remains valid: each check takes a fifth of the time of a short
  /// read.
  static var validityOfLook: Duration { .milliseconds(5) }

  private let state = Mutex(State())

  /// Whether the pool needs another connection.
  ///
  /// It has at least two, so that a read need not wait for another one.
  var isShort: Bool {
    state.withLock { $0.count < Self.limit && ($0.idle.isEmpty || $0.count < 2) }
  }

  /// Whether the pool has no connection, so that no read succeeds.
  var isEmpty: Bool { state.withLock { $0.count == 0 } }

  /// Adds a connection that has no other user.
  func add(_ connection: SQLiteConnection, to files: SQLiteOpenFiles) {
    // The caller gives the connection up.
    nonisolated(unsafe) let connection = connection
    state.withLock { state in
      state.count += 1
      let generation = state.generation
      state.idle.append(
        Reader(connection: connection, files: files, generation: generation)
      )
    }
  }

  /// Removes all connections; a borrowed one is closed when its read ends.
  ///
  /// - Parameter leavingLog: whether no connection touches the WAL when it is closed.
  func removeAll(leavingLog: Bool = false) {
    let removed = state.withLock { state in
      let idle = state.idle
      state = State(generation: state.generation + 1)
      return idle
    }
    // Close the connections outside the lock, since that takes time.
    withExtendedLifetime(removed) {
      if leavingLog { for reader in removed { reader.connection.leaveLogWhenClosed() } }
    }
  }

  /// Runs `body` in one snapshot, without waiting.
  ///
  /// A change of the file is visible at once. A removed or replaced file is noticed within 5 ms.
  ///
  /// - Returns: nil if the read is not possible at once, for any reason. The caller then reads by
  ///   way of the store's actor, which can wait and report the failure.
  func read<Result>(
    _ file: SQLiteFile,
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) -> Result? {
    let (borrowed, lastLook) = state.withLock { ($0.idle.popLast(), $0.lastLook) }
    guard let reader = borrowed else { return nil }
    var newLook: Countdown?
    if lastLook?.isOver != false { newLook = Countdown(Self.validityOfLook) }
    guard newLook == nil || file.isStill(reader.files),
      let result = try? reader.connection.readKnowingVersion(body)
    else {
      reader.connection.leaveLogWhenClosed()
      state.withLock { state in
        if state.generation == reader.generation { state.count -= 1 }
      }
      return nil
    }
    state.withLock { state in
      guard state.generation == reader.generation else {
        // The WAL at the path may be another one by now.
        return reader.connection.leaveLogWhenClosed()
      }
      state.idle.append(reader)
      if let newLook { state.lastLook = newLook }
    }
    return result
  }
}
