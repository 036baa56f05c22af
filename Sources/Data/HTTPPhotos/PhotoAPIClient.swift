#if Server
import AsyncHTTPClient
import FoundationEssentials
import MonikerDomain
import NIOCore
import NIOHTTP1
import NIOSSL

/// The connections to a photo API.
///
/// They are closed when the last reference to the client is gone.
final class PhotoAPIClient: Sendable {
  /// The maximum number of bytes of an answer: 1 MiB, where 30 photos take some 150 KB.
  static let maximumSize = 1 << 20

  /// What the API has answered.
  struct Answer: Sendable {
    let status: Int

    /// Whether the API says that the key has no requests left for now.
    let isLimitReached: Bool

    /// The content; empty unless the status is that of a success.
    let content: Data

  }

  /// Why there is no answer.
  struct Failure: Error {
    let reason: PhotoSourceFailure.Reason

    /// A few words, without any text of the API or of the request.
    let detail: String

    init(_ reason: PhotoSourceFailure.Reason, _ detail: String) {
      self.reason = reason
      self.detail = detail
    }
  }

  private let client: HTTPClient
  private let key: PhotoAPIKey
  private let timeout: Duration

  /// Creates the value; no connection is made before the first request.
  ///
  /// - Parameters:
  ///   - key: the key, which each request carries.
  ///   - timeout: the time for a whole request.
  ///   - connectTimeout: the time for a connection with its TLS handshake.
  ///   - trustRoots: the authorities whose certificates are trusted; nil for those of the system.
  init(
    key: PhotoAPIKey,
    timeout: Duration,
    connectTimeout: Duration,
    trustRoots: [NIOSSLCertificate]?
  ) {
    self.key = key
    self.timeout = timeout
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.minimumTLSVersion = .tlsv12
    if let trustRoots { tls.trustRoots = .certificates(trustRoots) }
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls,
      // A redirect would carry the key to another place.
      redirectConfiguration: .disallow,
      timeout: HTTPClient.Configuration.Timeout(connect: TimeAmount(connectTimeout)),
      // A compressed answer could be much larger than what was received.
      decompression: .disabled
    )
    configuration.httpVersion = .http1Only
    // A failure is reported at once, and not repeated until the time has run out.
    configuration.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(configuration: configuration)
  }

  deinit {
    // The client keeps itself until it is done.
    client.shutdown { _ in }
  }

  /// Sends a GET request with the key.
  ///
  /// - Parameter address: an address of the API, never of another place.
  func get(_ address: String) async throws(Failure) -> Answer {
    var request = HTTPClientRequest(url: address)
    request.headers.add(name: "Authorization", value: "Client-ID \(key.secret)")
    request.headers.add(name: "Accept-Version", value: "v1")
    do {
      return try await withThrowingTaskGroup { [client, timeout, request] group in
        group.addTask { try await Self.answer(to: request, by: client) }
        // The client's own limit ends with the header of an answer.
        group.addTask {
          try await Task.sleep(for: timeout)
          throw Failure(.timedOut, "no whole answer within \(timeout)")
        }
        defer { group.cancelAll() }
        guard let answer = try await group.next() else { throw CancellationError() }
        return answer
      }
    } catch {
      if Task.isCancelled { throw Failure(.timedOut, "the call was cancelled") }
      throw Failure(error)
    }
  }

  private static func answer(
    to request: HTTPClientRequest,
    by client: HTTPClient
  ) async throws -> Answer {
    let response = try await client.execute(request, deadline: .distantFuture)
    let isSuccess = 200...299 ~= response.status.code
    return Answer(
      status: Int(response.status.code),
      isLimitReached: response.headers["X-Ratelimit-Remaining"].first == "0",
      content: isSuccess
        ? Data(try await response.body.collect(upTo: maximumSize).readableBytesView) : Data()
    )
  }
}

extension PhotoAPIClient: CustomReflectable {
  /// A mirror without children: those of the HTTP client lead to the requests that are under way, whose
  /// headers have keys.
  var customMirror: Mirror { Mirror(self, children: []) }
}

extension PhotoAPIClient.Failure {
  /// Translates an error of the client; its own text stays out, because it can quote the request.
  fileprivate init(_ error: any Error) {
    switch error {
    case let failure as Self:
      self = failure
    case let error as HTTPClientError
    where [.connectTimeout, .tlsHandshakeTimeout].contains(error):
      self.init(.timedOut, "no connection in time")
    case is NIOTooManyBytesError:
      self.init(.malformed, "the answer is larger than \(PhotoAPIClient.maximumSize) bytes")
    case NIOSSLError.uncleanShutdown, HTTPParserError.invalidEOFState:
      self.init(.unreachable, "the connection ended before the answer")
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      self.init(.unreachable, "no trusted TLS connection: is the certificate valid?")
    case is HTTPParserError:
      self.init(.malformed, "the answer is no HTTP")
    default:
      self.init(.unreachable, "no connection, or one that broke")
    }
  }
}
#endif
