#if Server
import FoundationEssentials
import MonikerDomain

/// An operation of the API, as often as its request is sent.
struct RemoteCall: Sendable {
  /// The method.
  let method: String

  /// The path below `/v1`, encoded.
  private let path: String

  /// The names and values of the query, not encoded.
  private let query: [(String, String)]

  /// The body; nil for none.
  let body: [UInt8]?

  /// The ID of the intention, which every request of the call carries; nil for one that changes nothing that
  /// the service would know again.
  let intention: IntentionID?

  /// Whether the request may be sent again after its answer was lost.
  var isRepeatable: Bool { intention != nil || method == "GET" }

  /// Whether the caller goes on asking after a failure, each time as long as the first time.
  var isAskedAgain = false

  /// The entity tag of what is changed; nil if the operation needs none.
  var entityTag: String?

  /// A call that changes nothing.
  init(get path: String..., query: [(String, String)?] = []) {
    self.init("GET", path, query, nil, nil)
  }

  /// A call of another method.
  ///
  /// - Parameter intention: the ID of the intention; nil for a request that is never sent again, since it may
  ///   not be done twice.
  init(
    _ method: String,
    _ path: String...,
    query: [(String, String)?] = [],
    body: (any Encodable & Sendable)? = nil,
    as intention: IntentionID?
  ) {
    self.init(method, path, query, body, intention)
  }

  private init(
    _ method: String,
    _ path: [String],
    _ query: [(String, String)?],
    _ body: (any Encodable)?,
    _ intention: IntentionID?
  ) {
    self.method = method
    self.path = path.map(Self.encoded).joined(separator: "/")
    self.query = query.compactMap(\.self)
    self.intention = intention
    let encoder = JSONEncoder()
    // A repeated request has the same bytes.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Bodies of texts and numbers can always be encoded.
    self.body = body.flatMap { try? encoder.encode($0) }.map { Array($0) }
  }

  /// The path and the query.
  var target: String {
    let parameters = query.map { "\($0.0)=\(Self.encoded($0.1))" }
    return "/v1/" + path + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
  }

  /// The request with a token.
  func request(with token: RemoteSecret?) -> RemoteRequest {
    var request = RemoteRequest(method: method, target: target, body: body)
    if let token { request.headers.append(("Authorization", "Bearer \(token.text)")) }
    if let intention { request.headers.append(("Idempotency-Key", intention.description)) }
    if let entityTag { request.headers.append(("If-Match", entityTag)) }
    return request
  }

  /// Encodes a part of an address (RFC 3986, section 2.1).
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += (digits.count == 1 ? "%0" : "%") + digits
      }
    }
    return result
  }
}
#endif
