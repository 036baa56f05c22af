import MonikerDomain
import Synchronization
import MonikerFiles

/// Connections that only read, so that a read waits for no writer.
///
/// A read borrows one, and is made on the thread of whoever asks: to wake another thread takes longer than
/// most reads do. For that reason none of them ever waits for a lock.
final class SQLiteReaders: Sendable {
  /// Whoever has taken one has it alone, and so it may go from one thread to another.
  private struct Reader: @unchecked Sendable {
    let connection: SQLiteConnection
    let fileID: SQLiteFile.FileID
    let generation: Int
  }

  private struct State {
    var idle: [Reader] = []
    /// How many there are, those that are borrowed included.
    var count = 0
    /// How often all of them were let go.
    var generation = 0
    /// For how long the last look counts, which has found the file that they have open in its place.
    var lastLook: Countdown?
  }

  /// More reads at once than there are processors for gain nothing.
  private static var limit: Int { 8 }

  /// How long it counts as standing there after that: each look is a fifth of a short read.
  private static var validityOfLook: Duration { .milliseconds(1) }

  private let state = Mutex(State())

  /// Whether one more would be of use: there are two from the start, so that one read need not wait for another.
  var isShort: Bool {
    state.withLock { $0.count < Self.limit && ($0.idle.isEmpty || $0.count < 2) }
  }

  /// Adds a connection to the file of this fileID, which nobody else uses.
  func add(_ connection: SQLiteConnection, to fileID: SQLiteFile.FileID) {
    // The state is handed what the caller has made and lets go of.
    nonisolated(unsafe) let connection = connection
    state.withLock { state in
      state.count += 1
      let generation = state.generation
      state.idle.append(
        Reader(connection: connection, fileID: fileID, generation: generation)
      )
    }
  }

  /// Lets go of all of them, also of those that are borrowed once they are given back.
  func removeAll() {
    let removed = state.withLock { state in
      let idle = state.idle
      state = State(generation: state.generation + 1)
      return idle
    }
    // Here they are closed, which takes its time.
    withExtendedLifetime(removed) {}
  }

  /// Reads what stands in a file as of one moment.
  ///
  /// That another file stands in its place, or none, is noticed a millisecond later at the latest; what is
  /// written to the one that stands there at once.
  ///
  /// - Returns: nil where that cannot be done at once, for whatever reason: whoever can wait for others, and
  ///   tell what is wrong, is asked then.
  func read<Result>(
    _ file: SQLiteFile,
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result
  ) -> Result? {
    let (borrowed, lastLook) = state.withLock { ($0.idle.popLast(), $0.lastLook) }
    guard let reader = borrowed else { return nil }
    var newLook: Countdown?
    if lastLook?.isOver != false { newLook = Countdown(Self.validityOfLook) }
    guard newLook == nil || file.isStill(reader.fileID),
      let result = try? reader.connection.readKnowingVersion(body)
    else {
      state.withLock { state in
        if state.generation == reader.generation { state.count -= 1 }
      }
      return nil
    }
    state.withLock { state in
      if state.generation == reader.generation {
        state.idle.append(reader)
        if let newLook { state.lastLook = newLook }
      }
    }
    return result
  }
}
