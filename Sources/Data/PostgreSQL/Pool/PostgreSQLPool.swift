#if Server
import MonikerDomain
import Synchronization

/// A number of connections to the primary of a database.
///
/// Each has a thread of its own, on which its calls block, so that none holds a thread of the
/// cooperative pool. A connection is opened when it is needed first, and again after it was lost.
final class PostgreSQLPool: Sendable {
  /// The number of connections: with more, a server of a few cores does not commit faster.
  static let standardSize = 16

  /// How long a call waits for a free connection.
  static let standardWait = Duration.seconds(5)

  enum ReadKind: Sendable {
    /// Each statement by itself.
    case statement
    /// All statements on one snapshot of the database.
    case snapshot
  }

  private struct State {
    var free: [PostgreSQLSession]
    var waiters: [Waiter] = []
    var nextWaiter = 0
    var isClosed = false
  }

  private struct Waiter {
    let number: Int
    let continuation: CheckedContinuation<PostgreSQLSession?, Never>
  }

  /// The address without its secrets, for failures.
  let location: String

  private let wait: Duration
  private let state: Mutex<State>
  private let sessions: [PostgreSQLSession]

  /// The servers that the connections are made to.
  let servers: PostgreSQLServers

  /// Creates the pool; no connection is made before the first call.
  ///
  /// - Parameters:
  ///   - address: the servers, and what they need to know.
  ///   - size: the maximum number of connections, from 1 on.
  ///   - wait: how long a call waits for a free connection before it fails as busy.
  ///   - limits: how long the parts of a conversation may take.
  ///   - prepare: is run once on each new connection; if it throws, the connection is not used.
  init(
    _ address: PostgreSQLAddress,
    size: Int = standardSize,
    wait: Duration = standardWait,
    limits: PostgreSQLLimits = PostgreSQLLimits(),
    prepare: @escaping PostgreSQLServers.Prepare = { (_) throws(PostgreSQLFailure) in }
  ) {
    precondition(size > 0, "a pool has a connection")
    let servers = PostgreSQLServers(address, limits: limits, prepare: prepare)
    let sessions = (0..<size).map { PostgreSQLSession(servers, place: $0) }
    self.sessions = sessions
    self.servers = servers
    location = "\(address)"
    self.wait = wait
    // The last is taken first, so the first is opened first.
    state = Mutex(State(free: sessions.reversed()))
  }

  /// Reads.
  ///
  /// It is done again, once, if the connection was lost.
  ///
  /// - Parameters:
  ///   - kind: whether all statements read the same snapshot.
  ///   - body: the statements; it may be run several times.
  func read<Result: Sendable>(
    _ kind: ReadKind,
    _ body: @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Result
  ) async throws(PostgreSQLFailure) -> Result {
    let session = try await takeSession()
    defer { putBack(session) }
    return try await session.read(kind, body)
  }

  /// Makes a change: one transaction (READ COMMITTED).
  ///
  /// It is done again after a conflict with other transactions, up to ten times, and once if the
  /// connection was lost before COMMIT was sent.
  ///
  /// - Parameter body: the statements; it may be run several times. It returns whether to commit.
  /// - Throws: a failure of the kind ``PostgreSQLFailure/Kind/outcomeUnknown`` if it is not known whether
  ///   the change was made, or not whether a standby has it. To find out, the caller must make another
  ///   change that writes something: once that is committed, all that was committed before it is on the
  ///   standby.
  func change<Result: Sendable>(
    _ body:
      @escaping @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> (
        isKept: Bool, result: Result
      )
  ) async throws(PostgreSQLFailure) -> Result {
    let session = try await takeSession()
    defer { putBack(session) }
    return try await session.change(body)
  }

  /// Closes the connections, those in use after their call.
  ///
  /// Calls that wait for a connection fail.
  func close() async {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.continuation.resume(returning: nil) }
    for session in sessions { await session.close() }
  }
}

// MARK: - Taking turns

extension PostgreSQLPool {
  /// The number of calls that wait for a connection.
  var waiterCount: Int { state.withLock(\.waiters.count) }

  private func takeSession() async throws(PostgreSQLFailure) -> PostgreSQLSession {
    let (free, number) = state.withLock { state -> (PostgreSQLSession?, Int) in
      if state.isClosed { return (nil, -1) }
      if let free = state.free.popLast() { return (free, -1) }
      state.nextWaiter += 1
      return (nil, state.nextWaiter)
    }
    if let free { return free }
    guard number > 0 else { throw busy("its pool is closed") }
    guard let session = await waitForSession(number) else {
      throw busy("all connections are in use")
    }
    return session
  }

  /// Waits until a session is free.
  ///
  /// - Returns: nil if the time was over before, the task was cancelled, or the pool was closed.
  private func waitForSession(_ number: Int) async -> PostgreSQLSession? {
    let alarm = Task { [wait] in
      try? await Task.sleep(for: wait)
      if !Task.isCancelled { dismiss(number) }
    }
    defer { alarm.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue(Waiter(number: number, continuation: continuation))
      }
    } onCancel: {
      dismiss(number)
    }
  }

  private func enqueue(_ waiter: Waiter) {
    // The task may have been cancelled, or a session put back, since it found none.
    let session = state.withLock { state -> PostgreSQLSession?? in
      if state.isClosed || Task.isCancelled { return .some(nil) }
      if let free = state.free.popLast() { return free }
      state.waiters.append(waiter)
      return nil
    }
    if let session { waiter.continuation.resume(returning: session) }
  }

  /// Ends a wait without a session.
  private func dismiss(_ number: Int) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.number == number }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(returning: nil)
  }

  private func putBack(_ session: PostgreSQLSession) {
    let waiter = state.withLock { state -> Waiter? in
      guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
      state.free.append(session)
      return nil
    }
    waiter?.continuation.resume(returning: session)
  }

  private func busy(_ detail: String) -> PostgreSQLFailure {
    PostgreSQLFailure(.other, .busy, at: location, detail: detail)
  }
}
#endif
