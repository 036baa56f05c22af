#if Server
import MonikerDomain
import MonikerModel
import Synchronization

/// A connection that hears what the processes of a database tell each other.
actor PostgreSQLListener {
  /// What was heard.
  enum Heard: Sendable {
    /// Nothing, for the whole time.
    case nothing
    /// Another process has told something.
    case notice
    /// The connection is new, so what was told before may have been missed.
    case beginning
  }

  private static let channel = "moniker"

  private let executor = BlockingExecutor()
  private let servers: PostgreSQLServers
  private var opened: PostgreSQLServers.Opened?

  /// The name of this process in what it tells: the number of the connection on the server.
  nonisolated let name = Mutex("")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Makes the listener; it connects when it listens first.
  init(_ servers: PostgreSQLServers) { self.servers = servers }

  /// Waits until another process tells something.
  ///
  /// - Parameter time: how long to wait.
  func hear(within time: Duration) throws(PostgreSQLFailure) -> Heard {
    guard let opened, servers.isCurrent(opened.server) else {
      self.opened = nil
      let opened = try servers.connect()
      try opened.connection.run("LISTEN \(Self.channel)")
      let query = "SELECT pg_backend_pid()::text"
      let number = try opened.connection.row(query) {
        row throws(PostgreSQLFailure) in try row.text(0)
      }
      name.withLock { $0 = number ?? "" }
      self.opened = opened
      return .beginning
    }
    do {
      let texts = try opened.connection.notifications(within: time)
      let own = name.withLock(\.self)
      return texts.contains { $0 != own } ? .notice : .nothing
    } catch {
      self.opened = nil
      throw error
    }
  }

  /// Tells the other processes that something has changed.
  ///
  /// It takes a connection of the pool: that of the listener waits.
  ///
  /// - Parameter pool: the connections.
  nonisolated func tell(through pool: PostgreSQLPool) async throws(PostgreSQLFailure) {
    let name = name.withLock(\.self)
    try await pool.read(.statement) { connection throws(PostgreSQLFailure) in
      _ = try connection.run("SELECT pg_notify($1, $2)", [.text(Self.channel), .text(name)])
    }
  }
}
#endif
