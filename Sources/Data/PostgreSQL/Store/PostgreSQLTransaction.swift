#if Server
import MonikerDomain
import MonikerModel

/// What a read or a change of the store does within one transaction.
///
/// Statements whose results nobody needs wait for the next one that is asked for something, and go out
/// with it in one message: each message costs a way to the server and back.
final class PostgreSQLTransaction {
  typealias Statement = (sql: String, values: [PostgreSQLValue])

  private let connection: PostgreSQLConnection
  /// The name of the store in failures.
  let location: String
  private let clock: PostgreSQLClock
  private var pending: [Statement] = []
  /// How many events the transaction has recorded, by the number of the account.
  private var recorded: [Int64: Int] = [:]
  /// The accounts that have as many events as the history limit keeps, so that older ones are to be
  /// removed.
  private(set) var full: Set<Int64> = []

  init(_ connection: PostgreSQLConnection, at location: String, clock: PostgreSQLClock) {
    self.connection = connection
    self.location = location
    self.clock = clock
  }

  // MARK: Statements

  /// Adds a statement whose result nobody needs.
  func write(_ sql: String, _ values: PostgreSQLValue...) {
    pending.append((sql, values))
  }

  func write(_ sql: String, _ values: [PostgreSQLValue]) {
    pending.append((sql, values))
  }

  /// Runs a statement and returns its rows.
  func rows<Row>(
    _ sql: String,
    _ values: PostgreSQLValue...,
    read: (PostgreSQLRow) throws(PostgreSQLFailure) -> Row
  ) throws(PostgreSQLFailure) -> [Row] {
    try rows((sql, values), read: read)
  }

  func rows<Row>(
    _ statement: Statement,
    read: (PostgreSQLRow) throws(PostgreSQLFailure) -> Row
  ) throws(PostgreSQLFailure) -> [Row] {
    guard !pending.isEmpty else {
      return try connection.rows(statement.sql, statement.values, read)
    }
    var result: [Row] = []
    for row in try all([statement])[0] { result.append(try read(row)) }
    return result
  }

  /// Runs a statement and returns its first row; nil if it has none.
  func row<Row>(
    _ sql: String,
    _ values: PostgreSQLValue...,
    read: (PostgreSQLRow) throws(PostgreSQLFailure) -> Row
  ) throws(PostgreSQLFailure) -> Row? {
    try rows((sql, values), read: read).first
  }

  /// Whether a statement has a row.
  func exists(_ sql: String, _ values: PostgreSQLValue...) throws(PostgreSQLFailure) -> Bool {
    try !rows((sql, values)) { _ in true }.isEmpty
  }

  /// Runs statements in one message, and returns the rows of each.
  func all(_ statements: [Statement]) throws(PostgreSQLFailure) -> [[PostgreSQLRow]] {
    let earlier = pending
    pending = []
    return Array(try connection.pipeline(earlier + statements).dropFirst(earlier.count))
  }

  /// Runs a script without parameters.
  func execute(_ script: String) throws(PostgreSQLFailure) {
    try flush()
    try connection.execute(script)
  }

  func flush() throws(PostgreSQLFailure) {
    if !pending.isEmpty { _ = try all([]) }
  }

  // MARK: Locks and time

  /// Waits until no other transaction changes what belongs to a device, and keeps it so.
  func lock(_ device: DeviceID) {
    write("SELECT pg_advisory_xact_lock($1)", .integer(Self.key(device.high ^ device.low)))
  }

  /// The same for what belongs to the name of a network.
  func lock(network: String) {
    write("SELECT pg_advisory_xact_lock(hashtextextended($1::text, 1))", .text(network))
  }

  private static func key(_ bits: UInt64) -> Int64 { Int64(bitPattern: bits) }

  /// The context with the time of the change, by the clock that the store uses.
  func timed(_ context: ChangeContext) throws(PostgreSQLFailure) -> ChangeContext {
    guard clock == .database else { return context }
    let time = try row(
      "SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
    ) { row throws(PostgreSQLFailure) in try row.timestamp(0) }
    return time.map { context.at($0) } ?? context
  }

  // MARK: The end of a change

  /// Notes that the transaction has recorded events of an account.
  func noteEvents(of account: Int64, count: Int = 1) {
    recorded[account, default: 0] += count
  }

  /// Applies the history limit, and says that the change was made.
  ///
  /// - Parameter change: the ID by which the change is found if the answer to the commit is lost; nil if it
  ///   is written already.
  func finish(_ change: IntentionID?) throws(PostgreSQLFailure) {
    var statements: [Statement] = []
    let accounts = recorded.keys.sorted()
    for account in accounts { statements.append(Self.count(recorded[account] ?? 0, of: account)) }
    for account in accounts {
      statements.append((Self.forgetSessions, [.integer(account)]))
    }
    if let change {
      statements.append(("INSERT INTO completed_change (id) VALUES ($1)", [.id(change)]))
    }
    let results = try all(statements)
    for (account, rows) in zip(accounts, results) where try rows.first?.boolean(0) == true {
      full.insert(account)
    }
  }

  /// Whether a change was made whose answer is lost; if not, it cannot be made by anybody else any more.
  ///
  /// It waits for the end of the transaction that has tried, and always writes something: the commit of
  /// that waits for a standby as the commit of the change would have.
  func isCompleted(_ change: IntentionID) throws(PostgreSQLFailure) -> Bool {
    try row(
      """
      INSERT INTO completed_change AS known (id) VALUES ($1)
      ON CONFLICT (id) DO UPDATE SET look_ups = known.look_ups + 1 RETURNING look_ups > 0
      """,
      .id(change)
    ) { row throws(PostgreSQLFailure) in try row.boolean(0) } ?? false
  }
}

/// Which clock a store of the database uses.
public enum PostgreSQLClock: Sendable {
  /// That of the database server, which all processes share.
  case database

  /// That of the ``/MonikerDomain/StoreOwner``.
  case owner
}

extension ChangeContext {
  /// The same context at another time.
  func at(_ time: Timestamp) -> ChangeContext {
    var context = ChangeContext(
      at: time,
      in: scope,
      from: origin,
      intention: intention,
      content: content
    )
    context.location = location
    return context
  }
}

/// The scope of a query, with the time; nil for that of the database.
struct PostgreSQLView {
  let scope: StoreScope
  let time: Timestamp?

  var deviceID: DeviceID { scope.deviceID }

  /// The expression of the time in a statement, whose parameter is NULL for the time of the database.
  static func time(_ parameter: Int) -> String {
    """
    coalesce($\(parameter)::bigint, floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint)
    """
  }

  /// The condition that an account is in the view; the device is the first parameter, the time the
  /// second.
  func condition(on account: String) -> String {
    switch scope {
    case .everything: "($1::text IS NULL OR $2::bigint IS NULL OR true)"
    case .device:
      """
      \(account) IN (
        SELECT own.account FROM session AS own
        WHERE own.device = $1 AND own.ended_at IS NULL
          AND (own.expires_at IS NULL OR own.expires_at > \(Self.time(2))))
      """
    }
  }
}

extension ChangeContext {
  /// What the call sees.
  var postgreSQLView: PostgreSQLView { PostgreSQLView(scope: scope, time: time) }
}
#endif
