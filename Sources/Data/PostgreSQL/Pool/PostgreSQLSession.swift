#if Server
import Glibc
import MonikerDomain
import MonikerModel

/// A place of a pool: a thread, and a connection that is opened when it is needed.
actor PostgreSQLSession {
  /// How often a transaction is tried again that others stood in the way of.
  private static let maximumConflicts = 10

  private let executor = BlockingExecutor()
  private let servers: PostgreSQLServers
  /// The number of the place, by which colliding transactions wait for different times.
  private let place: Int
  private var opened: PostgreSQLServers.Opened?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ servers: PostgreSQLServers, place: Int) {
    self.servers = servers
    self.place = place
  }

  func close() { opened = nil }

  /// Reads; see ``PostgreSQLPool/read(_:_:)``.
  func read<Result: Sendable>(
    _ kind: PostgreSQLPool.ReadKind,
    _ body: @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Result
  ) throws(PostgreSQLFailure) -> Result {
    try again { connection throws(PostgreSQLFailure) in
      guard kind == .snapshot else { return try body(connection) }
      connection.begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
      let result: Result
      do throws(PostgreSQLFailure) {
        result = try body(connection)
      } catch {
        connection.rollBack()
        throw error
      }
      connection.rollBack()
      return result
    }
  }

  /// Changes; see ``PostgreSQLPool/change(_:)``.
  func change<Result: Sendable>(
    _ body:
      @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> (
        isKept: Bool, result: Result
      )
  ) throws(PostgreSQLFailure) -> Result {
    try again { connection throws(PostgreSQLFailure) in
      connection.begin("BEGIN ISOLATION LEVEL READ COMMITTED")
      do throws(PostgreSQLFailure) {
        let (isKept, result) = try body(connection)
        if isKept { try connection.commit() } else { connection.rollBack() }
        return result
      } catch {
        connection.rollBack()
        throw error
      }
    }
  }

  /// Runs `body` on the connection, and again where nothing was done and another attempt may succeed.
  private func again<Result>(
    _ body: (PostgreSQLConnection) throws(PostgreSQLFailure) -> Result
  ) throws(PostgreSQLFailure) -> Result {
    var conflicts = 0
    var hasReconnected = false
    while true {
      do throws(PostgreSQLFailure) {
        let connection = try openConnection()
        defer { if connection.isLost { opened = nil } }
        return try body(connection)
      } catch {
        // The server may have been started anew, or be a standby now.
        if error.kind == .readOnly { opened = nil }
        switch error.kind {
        case .conflict where conflicts < Self.maximumConflicts:
          conflicts += 1
          pause(after: conflicts)
        case .connectionLost, .readOnly:
          // Nobody is reached sooner by asking twice.
          guard !hasReconnected, error.failure.reason == .busy else { throw error }
          hasReconnected = true
        default:
          throw error
        }
      }
    }
  }

  private func openConnection() throws(PostgreSQLFailure) -> PostgreSQLConnection {
    if let opened, servers.isCurrent(opened.server) { return opened.connection }
    opened = nil
    let opened = try servers.connect()
    self.opened = opened
    return opened.connection
  }

  /// Sleeps on the thread of the session: up to 1 ms after the first conflict, then twice as long each
  /// time, up to 128 ms.
  private func pause(after conflicts: Int) {
    let microseconds = 1000 << min(conflicts - 1, 7)
    usleep(useconds_t(microseconds * (1 + place % 4) / 4))
  }
}
#endif
