#if Server
import FoundationEssentials
import Hummingbird
import HummingbirdCore
import MonikerDomain
import NIOCore

extension Request {
  /// Decodes the body, which is JSON.
  ///
  /// - Throws: ``HTTPProblem`` 415 for another media type, 413 for a body that is too long, 400 for one
  ///   that is not what the operation takes.
  func decoded<Value: Decodable>(_ type: Value.Type, _ context: ServiceContext) async throws
    -> Value
  {
    try Self.decoded(type, from: try await json(context))
  }

  /// Decodes the body of a request that its caller may repeat.
  ///
  /// - Parameter isBoundToToken: whether a repetition must have the token of the first request. The answer sets a
  ///   new token, whose use shows that it has arrived: with that token, there is nothing to repeat.
  /// - Returns: the body, and what identifies the request if the header Idempotency-Key gives it a key.
  /// - Throws: the errors of ``decoded(_:_:)``; ``HTTPProblem`` 400 for a key that can be guessed.
  func repeatable<Value: Decodable>(
    _ type: Value.Type,
    _ context: ServiceContext,
    boundToToken isBoundToToken: Bool = false
  ) async throws -> (body: Value, request: RepeatableRequest?) {
    let content = try await json(context)
    let token = isBoundToToken ? context.caller?.device?.token : nil
    let request = try repeatable(content, token.map { Data($0.hexadecimal.utf8) })
    return (try Self.decoded(type, from: content), request)
  }

  /// What identifies a request that its caller may repeat; nil without a key.
  ///
  /// - Throws: ``HTTPProblem`` 400 for a key that can be guessed.
  func repeatable(
    _ content: Data = Data(),
    _ token: Data? = nil
  ) throws(HTTPProblem) -> RepeatableRequest? {
    guard let text = headers[.idempotencyKey] else { return nil }
    let parts = [Data(method.rawValue.utf8), Data(uri.description.utf8), content]
    return try IdempotencyKey(text).request(for: parts + (token.map { [$0] } ?? []))
  }

  /// The subject that the parameter `subject` names, of the sessions on the caller's device; nil without it.
  ///
  /// - Throws: ``HTTPProblem`` 400 for another text; `SessionError.notSignedIn` for what can be nobody's nickname.
  func subject() throws -> SessionSubject? {
    guard let text = uri.queryParameters["subject"] else { return nil }
    if let named = headers[.monikerAccount], AccountID(named) == nil {
      throw HTTPProblem.invalidRequest("The header Moniker-Account must be the ID of an account.")
    }
    if text == "active" { return .active }
    // By bytes: a scalar that extends the one before it would be one character with the colon.
    func rest(after kind: String) -> String? {
      guard text.utf8.starts(with: kind.utf8) else { return nil }
      return String(text.utf8.dropFirst(kind.utf8.count))
    }
    if let id = rest(after: "account:").flatMap({ AccountID($0) }) { return .account(id) }
    if let typed = rest(after: "nickname:"), !typed.isEmpty {
      guard let reference = NicknameReference(typed: typed) else { throw SessionError.notSignedIn }
      return .holder(of: reference)
    }
    throw HTTPProblem.invalidRequest("subject is active, account:ID or nickname:TEXT.")
  }

  /// The account that a parameter names; nil without it.
  func account(_ name: String = "account") throws(HTTPProblem) -> AccountID? {
    guard let text = uri.queryParameters[Substring(name)] else { return nil }
    guard let id = AccountID(text) else { throw .invalidRequest("\(name) is an account ID.") }
    return id
  }

  private func json(_ context: ServiceContext) async throws -> Data {
    try await content(of: "application/json", named: "JSON", context)
  }

  /// The bytes of the body, which has a media type.
  ///
  /// - Throws: ``HTTPProblem`` 415 for another media type, 400 for a body that ends too early; 413.
  func content(
    of expected: String,
    named name: String,
    _ context: ServiceContext
  ) async throws -> Data {
    let mediaType = headers[.contentType]?.prefix { $0 != ";" }.lowercased()
    guard mediaType.map({ $0.filter { $0 != " " } }) == expected else {
      throw HTTPProblem(
        .unsupportedMediaType,
        "unsupportedMediaType",
        "The body must be \(name), with the header Content-Type: \(expected)."
      )
    }
    do {
      let buffer = try await body.collect(upTo: context.maxUploadSize)
      return Data(buffer.readableBytesView)
    } catch let error as any HTTPResponseError {
      throw error
    } catch {
      throw HTTPProblem.invalidRequest("The body has ended before the length that it said.")
    }
  }

  private static func decoded<Value: Decodable>(
    _ type: Value.Type,
    from content: Data
  ) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: content)
    } catch let error as DecodingError {
      throw HTTPProblem.invalidRequest(error.sentence)
    }
  }

  /// The page that the parameters `limit` and `cursor` select.
  func page() throws(HTTPProblem) -> PageRequest {
    var limit = 100
    if let text = uri.queryParameters["limit"] {
      guard let number = Int(text), 1...PageRequest.maximumLimit ~= number else {
        throw .invalidRequest("limit is a number from 1 to \(PageRequest.maximumLimit).")
      }
      limit = number
    }
    let cursor = uri.queryParameters["cursor"].map { PageCursor(String($0)) }
    return PageRequest(at: cursor, limit: limit)
  }

  /// A text of the path, decoded.
  static func parameter(_ name: String, _ context: ServiceContext) throws(HTTPProblem) -> String {
    guard let part = context.parameters.get(name), let text = String(percentEncoded: part.utf8)
    else {
      throw .invalidRequest("The address is not percent-encoded UTF-8.")
    }
    return text
  }

}

extension String {
  /// Decodes a part of an address or of a form (RFC 3986, section 2.1); nil if it is not UTF-8.
  init?(percentEncoded text: some Sequence<UInt8>) {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let decoded = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(decoded)
      rest = rest.dropFirst(2)
    }
    self.init(validating: bytes, as: UTF8.self)
  }
}

extension DecodingError {
  /// A sentence that says what is wrong with the body, and where.
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, _): "The body lacks \"\(key.stringValue)\"."
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "The body is not a JSON object in UTF-8, or has a number that its field cannot have."
        : "The value of \"\(context.codingPath.map(\.stringValue).joined(separator: "."))\" has the "
          + "wrong type."
    @unknown default: "The body is not a JSON object in UTF-8."
    }
  }
}
#endif
