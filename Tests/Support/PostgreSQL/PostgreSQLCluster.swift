#if Server
import CPostgreSQL
import Foundation
public import Glibc
import Synchronization

/// A server of PostgreSQL in a temporary folder, which is reached by a socket there.
///
/// A shell waits beside it for the end of this process, even by SIGKILL; then it ends the server and
/// removes the folder.
public final class PostgreSQLCluster: Sendable {
  /// Whether what is acknowledged survives a loss of power.
  public enum Durability: Sendable {
    /// The server does not wait for the disk: for tests of everything else.
    case none
    /// The server does what it does for a service.
    case full
  }

  /// How a server is ended.
  public enum Ending: String, Sendable {
    /// In order.
    case fast
    /// Without cleaning up, as after a crash.
    case immediate
  }

  /// The server that the tests of this process share, without durability.
  public static let shared = Result { try PostgreSQLCluster(.none) }

  /// The folder of the server; its socket is in it.
  public let folder: String

  private let programs: PostgreSQLPrograms
  /// The writing end of a pipe whose end the shell waits for.
  private let guardPipe: Int32
  private let databaseCount = Atomic(0)

  /// Makes a server and starts it.
  ///
  /// - Parameters:
  ///   - durability: whether the server waits for the disk.
  ///   - settings: settings for `postgresql.conf`.
  public convenience init(_ durability: Durability, settings: [String: String] = [:]) throws {
    var all = settings
    if durability == .none { all["fsync"] = "off" }
    try self.init(settings: all) { run, data in
      let options = ["-U", "owner", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
      try run("initdb", ["-D", data, "--no-instructions"] + options)
    }
  }

  /// Makes a standby of a server, and starts it.
  ///
  /// - Parameters:
  ///   - primary: the server that it follows.
  ///   - name: its name in `synchronous_standby_names` of the primary.
  public convenience init(standbyOf primary: PostgreSQLCluster, name: String) throws {
    try self.init(settings: [:]) { run, data in
      let source = "host=\(primary.folder) user=owner application_name=\(name)"
      let options = ["-R", "--checkpoint=fast", "--no-sync"]
      try run("pg_basebackup", ["-D", data, "-d", source] + options)
    }
  }

  private init(
    settings: [String: String],
    fill: ((String, [String]) throws -> Void, String) throws -> Void
  ) throws {
    programs = try PostgreSQLPrograms()
    // The path of a socket has at most 107 bytes, so the folder is not in a deep one.
    var template = Array("/tmp/moniker-pg-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw ClusterError("mkdtemp: \(errno)") }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    if let owner = programs.owner { chown(folder, owner.user, owner.group) }
    guardPipe = try Self.startGuard(of: folder)
    try fill(run, data)
    let own = [
      "listen_addresses": "", "unix_socket_directories": folder, "max_connections": "300",
      "shared_buffers": "64MB", "log_min_messages": "fatal", "log_min_error_statement": "panic",
    ]
    try configure(own.merging(settings) { $1 })
    try start()
  }

  deinit { close(guardPipe) }

  private var data: String { "\(folder)/data" }

  private func run(_ program: String, _ arguments: [String]) throws {
    try programs.run(program, arguments, outputPath: "\(folder)/output")
  }

  /// Starts the shell that cleans up.
  ///
  /// - Returns: the descriptor that keeps it waiting.
  private static func startGuard(of folder: String) throws -> Int32 {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw ClusterError("pipe: \(errno)") }
    // A program that inherits the writing end would keep the server alive.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    let script = """
      cat >/dev/null
      server=$(head -n 1 "$0/data/postmaster.pid" 2>/dev/null)
      [ -z "$server" ] || kill -QUIT "$server" 2>/dev/null
      while [ -e "$0/data/postmaster.pid" ] && kill -0 "$server" 2>/dev/null; do sleep 0.05; done
      rm -rf "$0"
      """
    // Not a child of this process: nobody would wait for its end, and a child that has ended keeps the
    // monitor of exit tests busy.
    let starter = #"exec 3<&0; setsid /bin/sh -c "$1" "$0" <&3 3<&- &"#
    do {
      let words = ["/bin/sh", "-c", starter, folder, script]
      let shell = try MonikerCluster.start(words, input: ends[0], outputPath: "/dev/null")
      while waitpid(shell, nil, 0) < 0, errno == EINTR {}
    } catch {
      close(ends[1])
      throw error
    }
    return ends[1]
  }
}

// MARK: - Running

extension PostgreSQLCluster {
  /// Adds settings to `postgresql.conf`; a server that runs reads them when it is told to.
  public func configure(_ settings: [String: String]) throws {
    let lines = settings.map { "\($0.key) = '\($0.value)'\n" }.joined()
    let file = try FileHandle(forWritingTo: URL(filePath: "\(data)/postgresql.conf"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(lines.utf8))
    try file.close()
  }

  /// Makes the server ask a role for its password.
  public func demandPasswords(of role: String) throws {
    let path = "\(data)/pg_hba.conf"
    let rules = try String(contentsOfFile: path, encoding: .utf8)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data("local all \(role) scram-sha-256\n\(rules)".utf8))
    try file.close()
    try reload()
  }

  /// Makes a server that runs read its settings again.
  public func reload() throws { try run("pg_ctl", ["reload", "-D", data]) }

  /// Starts the server, and waits until it answers.
  public func start() throws {
    do {
      try run("pg_ctl", ["start", "-D", data, "-l", "\(folder)/log", "-w", "-s"])
    } catch {
      let log = try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)
      throw ClusterError("\(error) \(log?.suffix(1000) ?? "")")
    }
  }

  /// Ends the server, and waits until it is gone.
  public func stop(_ ending: Ending) throws {
    try run("pg_ctl", ["stop", "-D", data, "-m", ending.rawValue, "-w", "-s"])
  }

  /// Makes a standby the primary, and waits until it is.
  public func promote() throws { try run("pg_ctl", ["promote", "-D", data, "-w", "-s"]) }

  /// Makes the server a standby of another one when it is started next.
  public func follow(_ primary: PostgreSQLCluster, name: String) throws {
    try configure(["primary_conninfo": "host=\(primary.folder) user=owner application_name=\(name)"]
    )
    guard FileManager.default.createFile(atPath: "\(data)/standby.signal", contents: Data()) else {
      throw ClusterError("There can be no file in \(data).")
    }
    if let owner = programs.owner { chown("\(data)/standby.signal", owner.user, owner.group) }
  }

  /// Ends the server by SIGKILL, and waits until all its processes are gone.
  public func kill() throws {
    let processes = try Self.tree(of: processID())
    // The first of them would start the others again.
    for process in processes { Glibc.kill(process, SIGKILL) }
    while processes.contains(where: Self.runs) { usleep(2000) }
    // A server does not start while the process in a file exists, even if that waits to be collected.
    for file in ["data/postmaster.pid", ".s.PGSQL.5432.lock"] {
      try FileManager.default.removeItem(atPath: "\(folder)/\(file)")
    }
  }

  /// The ID of the process that the others of the server belong to.
  public func processID() throws -> pid_t {
    let text = try String(contentsOfFile: "\(data)/postmaster.pid", encoding: .utf8)
    guard let id = text.split(separator: "\n").first.flatMap({ pid_t($0) }) else {
      throw ClusterError("\(data)/postmaster.pid has no ID.")
    }
    return id
  }

  /// Whether a process runs; one that waits to be collected does not.
  private static func runs(_ process: pid_t) -> Bool {
    let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
    // The state is after the name, which is in parentheses.
    return text.lastIndex(of: ")").map { !text[$0...].hasPrefix(") Z") } ?? false
  }

  private static func tree(of parent: pid_t) throws -> [pid_t] {
    let path = "/proc/\(parent)/task/\(parent)/children"
    let children = try String(contentsOfFile: path, encoding: .utf8)
    return [parent] + children.split(separator: " ").compactMap { pid_t($0) }
  }
}

// MARK: - Databases

extension PostgreSQLCluster {
  /// The URI of a database of the server.
  public func uri(_ database: String = "postgres", user: String = "owner") -> String {
    "postgres://\(user)@/\(database)?host=\(folder)"
  }

  /// Makes a database that no other test uses; it is removed with the last reference to it.
  ///
  /// - Parameter template: the database that it is a copy of; nobody may be connected to that.
  public func makeDatabase(from template: String = "template1") throws -> ClusterDatabase {
    let name = "test\(databaseCount.add(1, ordering: .relaxed).newValue)"
    try run(#"CREATE DATABASE "\#(name)" TEMPLATE "\#(template)""#)
    return ClusterDatabase(name: name, in: self)
  }

  fileprivate func dump(_ database: String, to path: String) throws {
    let options = ["--inserts", "--no-owner", "--no-privileges", "-d", uri(database)]
    try programs.run("pg_dump", options, outputPath: path)
  }

  /// Runs statements, as the role that owns everything.
  ///
  /// - Returns: the values of the first row; null is the text "NULL".
  @discardableResult
  public func run(_ sql: String, in database: String = "postgres") throws -> [String] {
    let connection = PQconnectdb(uri(database))
    defer { PQfinish(connection) }
    PQsetNoticeProcessor(connection, { _, _ in }, nil)
    let result = PQexec(connection, sql)
    defer { PQclear(result) }
    let status = PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
      let message = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
      throw ClusterError("\(sql): \(message)")
    }
    guard PQntuples(result) > 0 else { return [] }
    return (0..<PQnfields(result)).map { column in
      guard PQgetisnull(result, 0, column) == 0, let text = PQgetvalue(result, 0, column) else {
        return "NULL"
      }
      return String(cString: text)
    }
  }
}

/// A database for one test.
public final class ClusterDatabase: Sendable {
  /// Its name.
  public let name: String

  private let cluster: PostgreSQLCluster

  init(name: String, in cluster: PostgreSQLCluster) {
    self.name = name
    self.cluster = cluster
  }

  deinit { _ = try? cluster.run(#"DROP DATABASE IF EXISTS "\#(name)" WITH (FORCE)"#) }

  /// The URI of the database.
  public func uri(user: String = "owner") -> String { cluster.uri(name, user: user) }

  /// Runs statements, as the role that owns the database.
  ///
  /// - Returns: the values of the first row; null is the text "NULL".
  @discardableResult
  public func run(_ sql: String) throws -> [String] { try cluster.run(sql, in: name) }

  /// Writes the statements that make this database again to a file.
  public func dump(to path: String) throws { try cluster.dump(name, to: path) }

  /// Runs the statements that ``dump(to:)`` has written, in an empty database.
  public func restore(from path: String) throws {
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    // Later versions of pg_dump write commands for psql, which are no statements.
    try run(lines.filter { !$0.hasPrefix("\\") }.joined(separator: "\n"))
  }
}
#endif
