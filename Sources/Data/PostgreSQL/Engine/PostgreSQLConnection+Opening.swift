#if Server
import CPostgreSQL
import Glibc
import MonikerDomain
import MonikerFiles

/// How long the parts of a conversation with a server may take.
package struct PostgreSQLLimits: Sendable {
  /// The time for a connection to one host.
  var connecting: Duration
  /// The time that the server gives a statement, a COMMIT with its wait for a standby included.
  var statement: Duration

  package init(connecting: Duration = .seconds(3), statement: Duration = .seconds(15)) {
    self.connecting = connecting
    self.statement = statement
  }
}

/// A server, as it was when a connection was opened.
struct PostgreSQLServer: Equatable {
  /// The number that all servers of a cluster share, and no others.
  let system: Int64
  /// The timeline in which the server writes: a standby that becomes the primary takes the next one.
  let timeline: Int64
}

extension PostgreSQLConnection {
  /// Opens a connection to one host of an address.
  ///
  /// - Throws: a failure of the kind ``PostgreSQLFailure/Kind/connectionLost`` if there is no connection,
  ///   and ``PostgreSQLFailure/Kind/readOnly`` if the server is a standby.
  static func open(
    _ address: PostgreSQLAddress,
    _ host: PostgreSQLAddress.Host,
    limits: PostgreSQLLimits
  ) throws(PostgreSQLFailure) -> (connection: PostgreSQLConnection, server: PostgreSQLServer) {
    let location = "\(address)"
    guard let handle = start(address.parameters(for: host)) else {
      throw PostgreSQLFailure(.other, .busy, at: location, detail: "there is not enough memory")
    }
    do {
      try connect(handle, within: limits.connecting, location: location)
    } catch {
      PQfinish(handle)
      throw error
    }
    let patience = limits.statement + .seconds(5)
    let connection = try PostgreSQLConnection(handle, location: location, patience: patience)
    return (connection, try connection.prepareSession(limits))
  }

  private static func start(_ parameters: [(String, String)]) -> OpaquePointer? {
    // libpq reads arrays of C strings that end with nil.
    var keywords: [UnsafeMutablePointer<CChar>?] = parameters.map { strdup($0.0) } + [nil]
    var values: [UnsafeMutablePointer<CChar>?] = parameters.map { strdup($0.1) } + [nil]
    defer { for text in keywords + values { free(text) } }
    return keywords.withUnsafeMutableBufferPointer { keywords in
      values.withUnsafeMutableBufferPointer { values in
        let count = keywords.count
        return keywords.withMemoryRebound(to: UnsafePointer<CChar>?.self) { keywords in
          values.withMemoryRebound(to: UnsafePointer<CChar>?.self) { values in
            count == 0 ? nil : PQconnectStartParams(keywords.baseAddress, values.baseAddress, 0)
          }
        }
      }
    }
  }

  private static func connect(
    _ handle: OpaquePointer,
    within limit: Duration,
    location: String
  ) throws(PostgreSQLFailure) {
    // An error then has its SQLSTATE in place of its message.
    PQsetErrorVerbosity(handle, PQERRORS_SQLSTATE)
    let countdown = Countdown(limit)
    var step = PGRES_POLLING_WRITING
    while step != PGRES_POLLING_OK {
      guard PQstatus(handle) != CONNECTION_BAD, step != PGRES_POLLING_FAILED else {
        let message = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
        throw PostgreSQLFailure(connecting: message, at: location)
      }
      let events = Int16(step == PGRES_POLLING_READING ? POLLIN : POLLOUT)
      guard wait(for: events, on: PQsocket(handle), atMost: countdown.remaining) else {
        throw PostgreSQLFailure(connecting: "timeout expired", at: location)
      }
      step = PQconnectPoll(handle)
    }
    PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
  }

  /// Sets what every connection needs, and finds out what the server is.
  private func prepareSession(
    _ limits: PostgreSQLLimits
  ) throws(PostgreSQLFailure) -> PostgreSQLServer {
    func refuse(_ detail: String) -> PostgreSQLFailure {
      PostgreSQLFailure(.other, .unsupported, at: location, detail: detail)
    }
    guard PQserverVersion(handle) >= 140_000 else {
      throw refuse("its PostgreSQL is older than version 14")
    }
    let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) }
    guard encoding == "UTF8" else { throw refuse("its encoding is not UTF-8") }
    let milliseconds = limits.statement.wholeMilliseconds
    let server = try row(
      """
      SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on',
        (SELECT system_identifier FROM pg_control_system()),
        CASE WHEN pg_is_in_recovery() THEN '0' ELSE pg_walfile_name(pg_current_wal_lsn()) END,
        set_config('search_path', 'pg_catalog, moniker, pg_temp', false),
        set_config('default_transaction_isolation', 'read committed', false),
        set_config('synchronous_commit', CASE current_setting('synchronous_commit')
          WHEN 'off' THEN 'on' ELSE current_setting('synchronous_commit') END, false),
        set_config('jit', 'off', false),
        set_config('statement_timeout', $1, false),
        set_config('lock_timeout', $2, false),
        set_config('idle_in_transaction_session_timeout', $1, false)
      """,
      [.text("\(milliseconds)"), .text("\(milliseconds / 2)")]
    ) { row throws(PostgreSQLFailure) in
      guard try !row.boolean(0) else {
        throw PostgreSQLFailure(.readOnly, .busy, at: location, detail: "the server is a standby")
      }
      guard let timeline = Int64(try row.text(2).prefix(8), radix: 16) else { throw row.damaged(2) }
      return PostgreSQLServer(system: try row.integer(1), timeline: timeline)
    }
    guard let server else { throw refuse("it does not say what it is") }
    return server
  }
}

extension PostgreSQLFailure {
  /// Translates what libpq says of a connection that could not be made; its text can quote the
  /// address, and stays out.
  init(connecting message: String, at location: String) {
    let state = message.firstMatch(of: /FATAL: +([0-9A-Z]{5})/).map { String($0.output.1) }
    let reasons = [
      ("Connection refused", "nothing listens there"),
      ("No such file or directory", "nothing listens there"),
      ("could not translate host name", "the name of the host is unknown"),
      ("timeout expired", "there was no answer in time"),
      ("no password supplied", "it demands a password"),
      ("certificate", "its certificate is not trusted"),
      ("SSL", "there is no TLS connection"),
    ]
    switch state {
    case "28P01", "28000":
      self.init(
        .connectionLost,
        .permissionDenied,
        at: location,
        detail: "the server refuses the role or its password (SQLSTATE \(state ?? ""))"
      )
    case "3D000":
      self.init(.connectionLost, .unreachable, at: location, detail: "there is no such database")
    case let state?:
      self.init(
        .connectionLost,
        .busy,
        at: location,
        detail: "the server takes no connection now (SQLSTATE \(state))"
      )
    case nil where message.contains("closed the connection unexpectedly"):
      self.init(.connectionLost, .busy, at: location, detail: "the connection ended")
    case nil:
      let reason = reasons.first { message.contains($0.0) }?.1 ?? "there is no connection"
      self.init(.connectionLost, .unreachable, at: location, detail: reason)
    }
  }
}

extension PostgreSQLAddress {
  /// The parameters of libpq for a connection to one of the hosts.
  fileprivate func parameters(for host: Host) -> [(String, String)] {
    var all = parameters
    all["host"] = host.name
    all["hostaddr"] = host.address
    all["port"] = host.port
    all["client_encoding"] = "UTF8"
    // A server that is gone without a word is found out within some 15 seconds.
    let defaults = [
      "application_name": "moniker", "keepalives_idle": "5", "keepalives_interval": "3",
      "keepalives_count": "3", "tcp_user_timeout": "15000",
    ]
    all.merge(defaults) { own, _ in own }
    return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
#endif
