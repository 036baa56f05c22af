#if Server
import MonikerDomain
import Synchronization

/// The servers of an address, of which one is the primary.
///
/// An old primary that comes back without being told that it was replaced takes changes, too. It is
/// recognized by its timeline: each standby that becomes the primary takes a higher one. So a pool
/// refuses a server of a lower timeline than the highest it has seen, and before it has seen one it asks
/// all servers. Between servers that a process cannot reach it cannot decide; only a synchronous
/// standby keeps an old primary from acknowledging changes then.
final class PostgreSQLServers: Sendable {
  typealias Prepare = @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> Void
  typealias Opened = (connection: PostgreSQLConnection, server: PostgreSQLServer)

  private struct Known {
    /// The server of the highest timeline; nil before the first connection.
    var server: PostgreSQLServer?
    /// The place of its host in the address.
    var host = 0
  }

  let address: PostgreSQLAddress
  private let limits: PostgreSQLLimits
  private let prepare: Prepare
  private let known = Mutex(Known())

  init(_ address: PostgreSQLAddress, limits: PostgreSQLLimits, prepare: @escaping Prepare) {
    self.address = address
    self.limits = limits
    self.prepare = prepare
  }

  /// Whether a server is the last primary that is known.
  func isCurrent(_ server: PostgreSQLServer) -> Bool {
    known.withLock { $0.server == server }
  }

  /// Opens a connection to the primary.
  func connect() throws(PostgreSQLFailure) -> Opened {
    let opened = try openPrimary()
    try prepare(opened.connection)
    return opened
  }

  private func openPrimary() throws(PostgreSQLFailure) -> Opened {
    var best: (opened: Opened, host: Int)?
    var failures: [PostgreSQLFailure] = []
    let first = known.withLock { $0.host }
    for step in address.hosts.indices {
      let host = (first + step) % address.hosts.count
      do {
        let opened = try PostgreSQLConnection.open(address, address.hosts[host], limits: limits)
        // The others need not be asked: no other one has taken its place yet.
        if isCurrent(opened.server) { return opened }
        if opened.server.timeline > best?.opened.server.timeline ?? 0 { best = (opened, host) }
      } catch {
        failures.append(error)
      }
    }
    guard let best else { throw Self.mostTelling(failures) ?? outdated() }
    guard accept(best.opened.server, host: best.host) else { throw outdated() }
    return best.opened
  }

  /// Notes a primary.
  ///
  /// - Returns: false for one of another cluster, or one that was replaced.
  private func accept(_ server: PostgreSQLServer, host: Int) -> Bool {
    known.withLock { known in
      if let last = known.server {
        guard server.system == last.system, server.timeline >= last.timeline else { return false }
      }
      known = Known(server: server, host: host)
      return true
    }
  }

  private func outdated() -> PostgreSQLFailure {
    PostgreSQLFailure(
      .connectionLost,
      .busy,
      at: "\(address)",
      detail: "another server has taken the place of the one that answers"
    )
  }

  /// The failure that says most about why there is no primary: first what a person has to mend, then
  /// that a server runs.
  private static func mostTelling(_ failures: [PostgreSQLFailure]) -> PostgreSQLFailure? {
    failures.first { ![.busy, .unreachable].contains($0.failure.reason) }
      ?? failures.first { $0.failure.reason == .busy } ?? failures.first
  }
}
#endif
