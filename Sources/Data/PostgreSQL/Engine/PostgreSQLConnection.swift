#if Server
import CPostgreSQL
import Glibc
import MonikerDomain
import MonikerFiles

/// A connection to a database: the small part of libpq's interface that a store needs.
///
/// It is not Sendable: it has one user at a time. Its calls block the calling thread. Statements are
/// prepared once and cached. Each call is one message and its answer: libpq is in its pipeline mode,
/// except during ``execute(_:)``.
final class PostgreSQLConnection {
  /// A statement with its values.
  typealias Statement = (sql: String, values: [PostgreSQLValue])

  /// Tells a connection from all others, as long as it is kept.
  final class Identity: Sendable {}

  let identity = Identity()

  /// The name of the store in failures.
  let location: String

  let handle: OpaquePointer

  /// How long to wait for the answer to a message before the connection counts as lost.
  private let patience: Duration

  /// The names of the prepared statements by their text.
  private var prepared: [String: String] = [:]

  private var nextName = 0

  /// Statements that go out in front of those of the next call.
  var queue: [Statement] = []

  /// What the server says beside its answers.
  let notices = PostgreSQLNotices()

  /// Whether the connection ended, or an answer was not understood; it is of no use then.
  private(set) var isLost = false

  /// Takes an open connection of libpq, to be closed with the last reference.
  init(_ handle: OpaquePointer, location: String, patience: Duration) throws(PostgreSQLFailure) {
    self.handle = handle
    self.location = location
    self.patience = patience
    notices.install(on: handle)
    guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else { throw lost() }
  }

  deinit { PQfinish(handle) }

  /// Runs a statement.
  ///
  /// - Returns: the number of rows that it has written.
  @discardableResult
  func run(_ sql: String, _ values: [PostgreSQLValue] = []) throws(PostgreSQLFailure) -> Int {
    try exchange([(sql, values)])[0].affectedRowCount
  }

  /// Runs a statement with those of the next call, in front of them and in the same message.
  ///
  /// If it fails, that call fails. It is for the statements of a change whose number of rows does not
  /// matter.
  func runWithNext(_ sql: String, _ values: [PostgreSQLValue] = []) {
    queue.append((sql, values))
  }

  /// The rows of a query, each converted by `read`.
  func rows<Row>(
    _ sql: String,
    _ values: [PostgreSQLValue] = [],
    _ read: (PostgreSQLRow) throws(PostgreSQLFailure) -> Row
  ) throws(PostgreSQLFailure) -> [Row] {
    let result = try exchange([(sql, values)])[0]
    var rows: [Row] = []
    rows.reserveCapacity(result.rowCount)
    for place in 0..<result.rowCount { rows.append(try read(PostgreSQLRow(result, at: place))) }
    return rows
  }

  /// The first row of a query; nil if there is none.
  func row<Row>(
    _ sql: String,
    _ values: [PostgreSQLValue] = [],
    _ read: (PostgreSQLRow) throws(PostgreSQLFailure) -> Row
  ) throws(PostgreSQLFailure) -> Row? {
    let result = try exchange([(sql, values)])[0]
    return result.rowCount == 0 ? nil : try read(PostgreSQLRow(result, at: 0))
  }

  /// Runs statements in one message, in their order.
  ///
  /// - Returns: the rows of each statement.
  /// - Throws: the failure of the first statement that fails; those after it are not run.
  func pipeline(_ statements: [Statement]) throws(PostgreSQLFailure) -> [[PostgreSQLRow]] {
    try exchange(statements).map(\.rows)
  }

  /// Runs a script: several statements without parameters, in one transaction unless it says otherwise.
  func execute(_ script: String) throws(PostgreSQLFailure) {
    _ = try exchange([])
    guard PQexitPipelineMode(handle) == 1, PQsendQuery(handle, script) == 1 else { throw lost() }
    var first: PostgreSQLFailure?
    while let result = try nextResult() {
      if !result.isSuccess, result.status != PGRES_EMPTY_QUERY, first == nil {
        first = failure(of: result)
      }
    }
    guard !isLost, PQenterPipelineMode(handle) == 1 else { throw first ?? lost() }
    if let first { throw first }
  }

  /// Sends statements, after those of the queue, and receives their results.
  ///
  /// - Returns: the results of the given statements, all successful.
  func exchange(
    _ statements: [Statement]
  ) throws(PostgreSQLFailure) -> [PostgreSQLResult] {
    let all = queue + statements
    queue = []
    guard !all.isEmpty else { return [] }
    guard !isLost else { throw lost() }
    for statement in all {
      for value in statement.values where value.hasNull { throw unsupported() }
    }
    let isNew = try send(all)
    var results: [PostgreSQLResult] = []
    var first: PostgreSQLFailure?
    func take(_ result: PostgreSQLResult) {
      if result.isSuccess || first != nil { return }
      first = failure(of: result)
    }
    for place in all.indices {
      if let name = isNew[place] {
        let result = try commandResult()
        take(result)
        if result.isSuccess { prepared[all[place].sql] = name }
      }
      let result = try commandResult()
      take(result)
      results.append(result)
    }
    guard try nextResult()?.status == PGRES_PIPELINE_SYNC else { throw lost() }
    if let first { throw first }
    return Array(results.suffix(statements.count))
  }

  /// The result of a command in a pipeline; libpq separates the commands by nil.
  private func commandResult() throws(PostgreSQLFailure) -> PostgreSQLResult {
    guard let result = try nextResult() else { throw lost() }
    // What follows an error in a pipeline is not run, and has no error of its own.
    let isRun = result.status != PGRES_PIPELINE_ABORTED
    let failure = result.isSuccess || !isRun ? nil : failure(of: result)
    // A server that ends the connection sends no more.
    if let failure, isLost { throw failure }
    guard try nextResult() == nil else { throw lost() }
    return result
  }

  /// Puts statements into the buffer of libpq, each with its preparation where that is needed.
  ///
  /// - Returns: the names of the statements that are prepared in this message.
  private func send(_ statements: [Statement]) throws(PostgreSQLFailure) -> [String?] {
    var names: [String: String] = [:]
    var isNew: [String?] = []
    for (sql, values) in statements {
      var name = prepared[sql] ?? names[sql]
      if name == nil {
        let made = "s\(nextName)"
        nextName += 1
        guard PQsendPrepare(handle, made, sql, 0, nil) == 1 else { throw lost() }
        (name, names[sql]) = (made, made)
        isNew.append(made)
      } else {
        isNew.append(nil)
      }
      guard Self.send(name ?? "", values, on: handle) else { throw lost() }
    }
    guard PQpipelineSync(handle) == 1 else { throw lost() }
    return isNew
  }

  private static func send(
    _ name: String,
    _ values: [PostgreSQLValue],
    on handle: OpaquePointer
  ) -> Bool {
    var bytes: [CChar] = []
    var places: [Int?] = []
    for value in values {
      guard var text = value.parameter else {
        places.append(nil)
        continue
      }
      places.append(bytes.count)
      text.withUTF8 { utf8 in bytes.append(contentsOf: utf8.lazy.map(CChar.init(bitPattern:))) }
      bytes.append(0)
    }
    return bytes.withUnsafeBufferPointer { bytes in
      let texts = places.map { place in place.flatMap { bytes.baseAddress?.advanced(by: $0) } }
      return PQsendQueryPrepared(handle, name, Int32(values.count), texts, nil, nil, 0) == 1
    }
  }

  /// Sends what is in the buffer, and waits for the next result.
  ///
  /// - Returns: nil where libpq marks the end of a command.
  private func nextResult() throws(PostgreSQLFailure) -> PostgreSQLResult? {
    let countdown = Countdown(patience)
    while true {
      let unsent = PQflush(handle)
      guard unsent >= 0 else { throw lost() }
      if unsent == 0, PQisBusy(handle) == 0 {
        return PQgetResult(handle).map { PostgreSQLResult($0, location: location) }
      }
      let events = Int16(POLLIN) | (unsent == 1 ? Int16(POLLOUT) : 0)
      guard Self.wait(for: events, on: PQsocket(handle), atMost: countdown.remaining),
        PQconsumeInput(handle) == 1
      else { throw lost() }
    }
  }

  /// Waits until a socket has one of the events.
  ///
  /// - Returns: false if the time is over.
  static func wait(for events: Int16, on socket: Int32, atMost time: Duration) -> Bool {
    let milliseconds = time.wholeMilliseconds
    var socket = pollfd(fd: socket, events: events, revents: 0)
    let count = poll(&socket, 1, Int32(clamping: milliseconds))
    return count > 0 || (count < 0 && errno == EINTR && milliseconds > 0)
  }

  /// The failure of a result; notes when the connection ended with it.
  private func failure(of result: PostgreSQLResult) -> PostgreSQLFailure {
    let report = result.report
    // libpq makes such a result itself when the connection ends.
    guard report.state.utf8.count == 5 else { return lost() }
    if report.isFatal { isLost = true }
    // What was prepared does not fit the tables any more; a new connection prepares it again.
    if ["0A000", "26000"].contains(report.state) { isLost = true }
    return PostgreSQLFailure(report, at: location)
  }

  /// The failure of a connection that ended.
  func lost() -> PostgreSQLFailure {
    isLost = true
    return PostgreSQLFailure(.connectionLost, .busy, at: location, detail: "the connection ended")
  }

  private func unsupported() -> PostgreSQLFailure {
    PostgreSQLFailure(
      .other,
      .unsupported,
      at: location,
      detail: "PostgreSQL cannot keep a text with the character U+0000"
    )
  }
}
#endif
