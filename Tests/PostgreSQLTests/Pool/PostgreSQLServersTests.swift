#if Server
import Glibc
import MonikerCluster
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerPostgreSQL

// The limit only ends a hang.
@Suite(.timeLimit(.minutes(10))) struct `The servers of an address` {
  /// Why there is no connection to an address.
  private func refusal(
    of uri: String,
    limits: PostgreSQLLimits = PostgreSQLLimits()
  ) async throws -> PostgreSQLFailure? {
    let pool = PostgreSQLPool(try #require(PostgreSQLAddress(uri)), size: 1, limits: limits)
    return await failure {
      try await pool.read(.statement) { connection throws(PostgreSQLFailure) in
        try connection.integer("SELECT 7")
      }
    }
  }

  @Test func `must have a database in UTF-8`() async throws {
    let cluster = try PostgreSQLCluster.shared.get()
    try cluster.run("CREATE DATABASE ascii TEMPLATE template0 ENCODING 'SQL_ASCII'")
    let failure = try await refusal(of: cluster.uri("ascii"))
    try cluster.run("DROP DATABASE ascii WITH (FORCE)")
    #expect(failure?.failure.reason == .unsupported)
  }

  @Test func `are not reached if nothing listens, or there is no such database`() async throws {
    let folder = try TemporaryFolder()
    let nobody = try await refusal(of: "postgres://ada:hunter2@/moniker?host=\(folder.path)")
    #expect(nobody?.failure.reason == .unreachable)
    #expect(nobody?.failure.detail.contains("nothing listens") == true)
    #expect(!String(reflecting: nobody).contains("hunter2"))
    let none = try await refusal(of: try PostgreSQLCluster.shared.get().uri("nonsense"))
    #expect(none?.failure.reason == .unreachable)
    #expect(none?.failure.detail.contains("no such database") == true)
  }

  @Test func `are given up if they do not answer in time`() async throws {
    let folder = try TemporaryFolder()
    let listener = try Listener(at: "\(folder.path)/.s.PGSQL.5432")
    var limits = PostgreSQLLimits()
    limits.connecting = .milliseconds(100)
    let failure = try await refusal(of: "postgres:///moniker?host=\(folder.path)", limits: limits)
    #expect(failure?.failure.reason == .unreachable)
    #expect(failure?.failure.detail.contains("in time") == true)
    withExtendedLifetime(listener) {}
  }

  @Test func `must know the password`() async throws {
    let cluster = try PostgreSQLCluster(.none)
    try cluster.run("CREATE ROLE ada LOGIN PASSWORD 'correct'")
    try cluster.demandPasswords(of: "ada")
    let uri = cluster.uri().replacing("owner@", with: "ada:hunter2@")
    let failure = try await refusal(of: uri)
    #expect(failure?.failure.reason == .permissionDenied)
    #expect(!String(reflecting: failure).contains("hunter2"))
    #expect(try await refusal(of: uri.replacing("hunter2", with: "correct")) == nil)
  }

  @Test func `end a statement that takes too long`() async throws {
    var limits = PostgreSQLLimits()
    limits.statement = .milliseconds(100)
    let place = try EngineDatabase(limits: limits)
    let failure = await failure { try await place.change("SELECT pg_sleep(3600)") }
    #expect(failure?.failure.reason == .busy)
    #expect(failure?.kind == .other)
  }

  @Test func `are asked in turn for the primary`() async throws {
    let primary = try PostgreSQLCluster(.none)
    let standby = try PostgreSQLCluster(standbyOf: primary, name: "standby")
    let nobody = try TemporaryFolder()
    let hosts = [nobody.path, standby.folder, primary.folder].joined(separator: ",")
    let uri = "postgres://owner@/postgres?host=\(hosts)"
    let pool = PostgreSQLPool(try #require(PostgreSQLAddress(uri)), size: 1)
    let folder: @Sendable (PostgreSQLConnection) throws(PostgreSQLFailure) -> String? = {
      connection throws(PostgreSQLFailure) in
      try connection.text("SELECT current_setting('unix_socket_directories')")
    }
    #expect(try await pool.read(.statement, folder) == primary.folder)
    try primary.kill()
    // There is no primary.
    let missing = await failure { try await pool.read(.statement, folder) }
    #expect(missing?.failure.reason == .busy)
    try standby.promote()
    #expect(try await pool.read(.statement, folder) == standby.folder)
    // The old primary comes back, and nobody has told it; the new one is gone for a moment.
    try primary.start()
    try standby.stop(.immediate)
    let outdated = await failure { try await pool.read(.statement, folder) }
    #expect(outdated?.failure.reason == .busy)
    try standby.start()
    #expect(try await pool.read(.statement, folder) == standby.folder)
    // A process that has not seen the new primary before finds it, too.
    let other = PostgreSQLPool(
      try #require(
        PostgreSQLAddress("postgres://owner@/postgres?host=\(primary.folder),\(standby.folder)")
      ),
      size: 1
    )
    #expect(try await other.read(.statement, folder) == standby.folder)
  }

  @Test func `leave it open whether a change is on a standby that does not answer`() async throws {
    let cluster = try PostgreSQLCluster(.none)
    try cluster.run("CREATE TABLE value (number bigint PRIMARY KEY)")
    // The owner's statements do not wait; those of the pool do.
    try cluster.run("ALTER ROLE owner SET synchronous_commit = local; CREATE ROLE service LOGIN")
    try cluster.run("GRANT ALL ON value TO service")
    try cluster.configure(["synchronous_standby_names": "nobody"])
    try cluster.reload()
    let uri = cluster.uri(user: "service")
    let pool = PostgreSQLPool(try #require(PostgreSQLAddress(uri)), size: 1)
    for (number, ending) in zip(1..., ["pg_cancel_backend", "pg_terminate_backend"]) {
      let change = Task {
        await failure {
          try await pool.change { connection throws(PostgreSQLFailure) in
            (true, try connection.run("INSERT INTO public.value VALUES (\(number))"))
          }
        }
      }
      let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
      while try cluster.run("SELECT count(*) \(waiting)") != ["1"] {
        try await Task.sleep(for: .milliseconds(5))
      }
      try cluster.run("SELECT \(ending)(pid) \(waiting)")
      let found = await change.value
      #expect(found?.kind == .outcomeUnknown)
      #expect(found?.failure.reason == .inputOutput)
      // It was committed; whether it outlives the server is not known.
      #expect(try cluster.run("SELECT count(*) FROM value") == ["\(number)"])
    }
  }
}

/// A socket that takes connections and never answers.
private final class Listener {
  private let socket: Int32

  init(at path: String) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) == 0 }
    }
    try #require(isBound && listen(socket, 16) == 0)
  }

  deinit { close(socket) }
}
#endif
