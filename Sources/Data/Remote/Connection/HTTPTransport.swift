#if Server
import AsyncHTTPClient
import FoundationEssentials
import Glibc
import MonikerFiles
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// The connections to a service.
///
/// They are closed when the last reference to the value is gone.
final class HTTPTransport: RemoteTransport {
  /// The maximum number of bytes of an answer: 4 MiB, where a page of 1,000 sessions takes some 500 KB.
  static let maximumSize = 1 << 22

  private let address: ServiceAddress
  private let connect: Duration
  private let trustRoots: [NIOSSLCertificate]?
  private let started = Mutex<HTTPClient?>(nil)

  /// Creates the value; no connection is made before the first request.
  ///
  /// - Parameters:
  ///   - address: the address of the service.
  ///   - connect: the time for a connection with its TLS handshake.
  ///   - trustRoots: the authorities whose certificates are trusted; nil for those of the system.
  init(to address: ServiceAddress, connect: Duration, trustRoots: [NIOSSLCertificate]?) {
    self.address = address
    self.connect = connect
    self.trustRoots = trustRoots
  }

  deinit {
    // The client keeps itself until it is done.
    started.withLock { $0?.shutdown { _ in } }
  }

  /// The client, which has a thread: a command that asks nothing has neither.
  private var client: HTTPClient {
    started.withLock { started in
      if let started { return started }
      let client = HTTPClient(configuration: configuration)
      started = client
      return client
    }
  }

  private var configuration: HTTPClient.Configuration {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let trustRoots { tls.trustRoots = .certificates(trustRoots) }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls,
      // A redirect would carry the token to another place.
      redirectConfiguration: .disallow,
      timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(connect)),
      // A compressed answer could be much larger than what was received.
      decompression: .disabled
    )
    configuration.httpVersion = .http1Only
    // A failure is reported at once; who calls decides about a repetition.
    configuration.connectionPool.retryConnectionEstablishment = false
    return configuration
  }

  package func answer(
    to request: RemoteRequest,
    within limit: Duration
  ) async throws(RemoteLoss) -> RemoteAnswer {
    let request = httpRequest(request)
    return try await Self.limited(to: limit) { [client] in
      let response = try await client.execute(request, deadline: .distantFuture)
      return try await Self.answer(response)
    }
  }

  package func follow(
    _ request: RemoteRequest,
    within limit: Duration,
    silence: Duration,
    _ reader: @escaping @Sendable (ServerSentEvent) async -> Bool
  ) async throws(RemoteLoss) -> RemoteAnswer? {
    let request = httpRequest(request)
    let response = try await Self.limited(to: limit) { [client] in
      try await client.execute(request, deadline: .distantFuture)
    }
    let isStream = response.headers.first(name: "content-type")?.hasPrefix("text/event-stream")
    guard response.status == .ok, isStream == true else {
      return try await Self.limited(to: limit) { try await Self.answer(response) }
    }
    try await Self.read(response.body, silence: silence, reader)
    return nil
  }

  private static func read(
    _ body: HTTPClientResponse.Body,
    silence: Duration,
    _ reader: @escaping @Sendable (ServerSentEvent) async -> Bool
  ) async throws(RemoteLoss) {
    let rest = SilenceLimit(silence)
    do {
      try await withThrowingTaskGroup { group in
        group.addTask {
          var parser = ServerSentEventParser()
          for try await part in body {
            rest.start()
            guard let events = parser.events(in: Array(part.readableBytesView)) else {
              throw RemoteLoss(mayHaveArrived: true, isFinal: true, detail: "an event is too large")
            }
            for event in events where await !reader(event) { return }
          }
        }
        group.addTask {
          while rest.remaining > .zero { try await Task.sleep(for: rest.remaining) }
          throw RemoteLoss(mayHaveArrived: true, detail: "nothing came within \(silence.tenths)")
        }
        defer { group.cancelAll() }
        try await group.next()
      }
    } catch {
      throw RemoteLoss(error)
    }
  }

  private func httpRequest(_ request: RemoteRequest) -> HTTPClientRequest {
    var result = HTTPClientRequest(url: address.description + request.target)
    result.method = HTTPMethod(rawValue: request.method)
    for (name, value) in request.headers { result.headers.add(name: name, value: value) }
    if let body = request.body {
      result.headers.add(name: "Content-Type", value: "application/json")
      result.body = .bytes(ByteBuffer(bytes: body))
    }
    return result
  }

  private static func answer(_ response: HTTPClientResponse) async throws -> RemoteAnswer {
    var headers: [String: String] = [:]
    for (name, value) in response.headers { headers[name.lowercased()] = value }
    let body = try await response.body.collect(upTo: maximumSize)
    return RemoteAnswer(
      status: Int(response.status.code),
      headers: headers,
      body: Array(body.readableBytesView)
    )
  }

  /// Ends a wait, because the client's own limits end with the header of an answer.
  private static func limited<Value: Sendable>(
    to limit: Duration,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws(RemoteLoss) -> Value {
    do {
      return try await withThrowingTaskGroup { group in
        group.addTask { try await body() }
        group.addTask {
          try await Task.sleep(for: limit)
          throw RemoteLoss(mayHaveArrived: true, detail: "nothing came within \(limit.tenths)")
        }
        defer { group.cancelAll() }
        guard let value = try await group.next() else { throw CancellationError() }
        return value
      }
    } catch {
      if Task.isCancelled {
        throw RemoteLoss(mayHaveArrived: true, detail: "the call was cancelled")
      }
      throw RemoteLoss(error)
    }
  }
}

extension HTTPTransport: CustomReflectable {
  /// A mirror without children: those of the HTTP client lead to the requests that are under way, whose
  /// headers have tokens.
  var customMirror: Mirror { Mirror(self, children: []) }
}

/// How long something may still be silent.
private final class SilenceLimit: Sendable {
  private let span: Duration
  private let countdown: Mutex<Countdown>

  init(_ span: Duration) {
    self.span = span
    countdown = Mutex(Countdown(span))
  }

  var remaining: Duration { countdown.withLock(\.remaining) }

  func start() { countdown.withLock { $0 = Countdown(span) } }
}

extension RemoteLoss {
  /// Translates an error of the client; its own text stays out, because it can quote the request.
  fileprivate init(_ error: any Error) {
    switch error {
    case let loss as Self: self = loss
    case let error as HTTPClientError
    where [.connectTimeout, .tlsHandshakeTimeout].contains(error):
      self.init(mayHaveArrived: false, detail: "no connection in time")
    case is NIOTooManyBytesError:
      self.init(
        mayHaveArrived: true,
        isFinal: true,
        detail: "the answer is larger than \(HTTPTransport.maximumSize) bytes"
      )
    case NIOSSLError.uncleanShutdown:
      self.init(mayHaveArrived: true, detail: "the connection ended before the answer")
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      self.init(
        mayHaveArrived: false,
        detail: "no trusted TLS connection: is the certificate valid?"
      )
    case let error as IOError
    where [ECONNREFUSED, ENETUNREACH, EADDRNOTAVAIL].contains(error.errnoCode):
      self.init(mayHaveArrived: false, detail: "no connection")
    case is NIOConnectionError:
      self.init(mayHaveArrived: false, detail: "no connection")
    case HTTPParserError.invalidEOFState:
      self.init(mayHaveArrived: true, detail: "the connection ended before the answer")
    case is HTTPParserError:
      self.init(mayHaveArrived: true, isFinal: true, detail: "the answer is no HTTP")
    default:
      self.init(mayHaveArrived: true, detail: "the connection broke before the answer")
    }
  }
}
#endif
