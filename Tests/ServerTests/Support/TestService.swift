#if Server
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import MonikerData
import MonikerDomain
import MonikerDoubles
import MonikerModel
import NIOCore
import Synchronization
import Testing

@testable import MonikerServer

/// A service over a store in memory, whose clock a test sets and whose random numbers are seeded.
struct TestService: Sendable {
  let clock: ManualClock
  let store: any SharedStore
  let metrics = MetricsRegistry()
  var photos: any PhotoSource = GeneratedPhotoSource(random: random(seed: 7))
  var imageHost: String?
  var signUp = SignUpPolicy.open
  var limits: Double?
  var accountsPerDay: Int?
  var streamsPerClient = 64
  /// Waits for a second of the streams of events.
  var second: @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(1)) }
  var access = ServiceAccess(
    publicURL: "http://localhost",
    hosts: .loopback,
    isSecure: false,
    cookieName: "moniker-dev-0"
  )

  /// Notes the answers; nil if nobody wants them.
  var log: AnswerLog?

  init(clock: ManualClock = ManualClock(), store: (any SharedStore)? = nil) {
    self.clock = clock
    self.store = store ?? InMemoryRepository(owner: .test(clock))
  }

  var parts: ServiceParts {
    ServiceParts(
      store: store,
      photos: photos,
      imageHost: imageHost,
      policy: .reservingOwnNames,
      signUp: signUp,
      accountsPerDay: accountsPerDay,
      throttle: Throttle(factor: limits, now: { [clock] in clock.now }),
      streams: ClientLimit(streamsPerClient),
      metrics: metrics,
      renewals: SessionRenewals(
        of: store,
        now: { [clock] in clock.now },
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
      ),
      events: EventHub(
        ProvenSessionsUseCase(store),
        view: DeviceView(history: store),
        now: { [clock] in clock.now },
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        second: second
      ),
      access: access,
      now: { [clock] in clock.now },
      random: Self.random(seed: 42)
    )
  }

  /// The expiry of the only open session of an account, as the store has it.
  func expiry(of nickname: String) async throws -> Timestamp? {
    let everything = StoreScope.everything(on: .local)
    let page = try await store.openSessions(PageRequest(limit: 100), in: everything)
    let own = page.entries.filter { $0.account.nickname.text == nickname }
    try #require(own.count == 1)
    return own.first?.session.expiresAt
  }

  /// A number of seconds after the time at which the clock of a new service stands.
  func time(_ seconds: Int64) -> Timestamp {
    ManualClock().now.advanced(by: .seconds(seconds))
  }

  /// Runs requests against the routes, without a connection.
  ///
  /// - Parameter parts: what the routes work with; nil for ``parts``.
  @discardableResult
  func run<Value: Sendable>(
    _ parts: ServiceParts? = nil,
    _ body: @escaping @Sendable (Client) async throws -> Value
  ) async throws -> Value {
    let service = try HTTPService.application(
      parts ?? self.parts,
      at: HTTPService.Endpoint(hostname: "127.0.0.1", port: 0),
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    return try await service.test(.router) { try await body(Client($0, log)) }
  }

  /// A source of numbers that is the same in each run (SplitMix64, by Steele, Lea and Flood, 2014).
  private static func random(seed: UInt64) -> @Sendable () -> UInt64 {
    let state = Mutex(seed)
    return {
      state.withLock { state in
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
      }
    }
  }
}

/// A caller of the service.
struct Client: Sendable {
  private let inner: any TestClientProtocol
  private let log: AnswerLog?

  init(_ inner: any TestClientProtocol, _ log: AnswerLog?) {
    self.inner = inner
    self.log = log
  }

  /// Sends a request, and returns its answer, which must be one that the document of the API describes.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - path: the path below `/v1`, or from `//` on below the root.
  ///   - token: the bearer token; nil for none.
  ///   - body: the body, as JSON; nil for none.
  ///   - headers: more headers.
  func send(
    _ method: HTTPRequest.Method,
    _ path: String,
    _ token: String? = nil,
    body: String? = nil,
    headers: HTTPFields = [:]
  ) async throws -> Answer {
    var headers = headers
    if let token { headers[.authorization] = "Bearer \(token)" }
    if body != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
    let uri = path.hasPrefix("//") ? String(path.dropFirst()) : "/v1/" + path
    let answer = try await answer(method, uri, headers, body)
    let document = try APIDocument.served.get()
    let defects = document.defects(of: answer, to: method, uri)
    #expect(defects == [], "\(method) \(uri) got \(answer)")
    log?.add(answer, to: document.operation(method, uri))
    return answer
  }

  /// Sends a request, whatever the document of the API says.
  func answer(
    _ method: HTTPRequest.Method,
    _ uri: String,
    _ headers: HTTPFields,
    _ body: String?
  ) async throws -> Answer {
    let response = try await inner.execute(
      uri: uri,
      method: method,
      headers: headers,
      body: body.map { ByteBuffer(string: $0) }
    )
    return Answer(
      status: response.status.code,
      headers: response.headers,
      text: String(buffer: response.body)
    )
  }

  /// Signs in under a nickname on a new device.
  func signIn(_ nickname: String, _ more: String = "") async throws -> SignedIn {
    let answer = try await send(
      .post,
      "sessions",
      body: #"{"nickname":"\#(nickname)","device":{"label":"test"}\#(more)}"#
    )
    try #require(answer.status == 201, "\(answer)")
    return try SignedIn(answer)
  }
}

/// Notes which operations have answered what.
final class AnswerLog: Sendable {
  /// An operation, a status, and the code of a problem.
  typealias Entry = String

  private let entries = Mutex<Set<Entry>>([])

  /// What was noted so far.
  var all: Set<Entry> { entries.withLock(\.self) }

  func add(_ answer: Answer, to operation: APIDocument.Operation?) {
    guard let operation else { return }
    _ = entries.withLock { $0.insert("\(operation) \(answer.outcome)") }
  }
}

/// What the service has answered.
struct Answer: Sendable, CustomStringConvertible {
  let status: Int
  let headers: HTTPFields
  let text: String

  /// The JSON object of the body.
  func document() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// The code of a problem; nil for a body without one.
  var code: String? { try? document()["code"] as? String }

  var description: String { "\(status) \(text)" }

  /// The status, and the code of a problem: `404 noSuchSession`.
  var outcome: String { status < 400 ? "\(status)" : "\(status) \(code ?? "without a code")" }

  /// Expects a problem.
  func expect(
    _ status: Int,
    _ code: String,
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(self.status == status && self.code == code, "\(self)", sourceLocation: location)
    #expect(headers[.contentType] == "application/problem+json", sourceLocation: location)
  }

  /// Expects a status.
  @discardableResult
  func expect(_ status: Int, at location: SourceLocation = #_sourceLocation) -> Answer {
    #expect(self.status == status, "\(self)", sourceLocation: location)
    return self
  }
}

/// What a sign-in has answered.
struct SignedIn: Sendable {
  let token: String
  let recoveryKey: String?
  let accountID: String
  let sessionID: String
  let deviceID: String

  init(_ answer: Answer) throws {
    let document = try answer.document()
    let session = try #require(document["session"] as? [String: Any])
    token = try #require(document["token"] as? String)
    recoveryKey = document["recoveryKey"] as? String
    accountID = try #require(session["accountID"] as? String)
    sessionID = try #require(session["sessionID"] as? String)
    deviceID = try #require(session["deviceID"] as? String)
  }
}
#endif
