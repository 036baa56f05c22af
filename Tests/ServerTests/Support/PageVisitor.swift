#if Server
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import MonikerServer

/// A browser without script: keeps cookies, fills in forms of the page that it shows, and follows redirects.
final class PageVisitor: Sendable {
  private struct State {
    var cookies: [String: String] = [:]
    var shown = ""
  }

  private let client: Client
  private let state = Mutex(State())

  init(_ client: Client) {
    self.client = client
  }

  /// The text of the page that is shown.
  var shown: String { state.withLock(\.shown) }

  /// The values of the cookies whose names begin so.
  func cookies(beginning prefix: String) -> [String] {
    state.withLock { $0.cookies.filter { $0.key.hasPrefix(prefix) }.map(\.value) }
  }

  /// The value of a cookie; nil without it.
  func cookie(_ name: String) -> String? { state.withLock { $0.cookies[name] } }

  /// Sets a cookie, as another browser's.
  func set(_ name: String, _ value: String) { state.withLock { $0.cookies[name] = value } }

  /// Opens an address, and follows redirects.
  @discardableResult
  func open(
    _ uri: String,
    _ method: HTTPRequest.Method = .get,
    headers: HTTPFields = [:],
    following: Bool = true
  ) async throws -> Answer {
    try await request(method, uri, headers: headers, following: following)
  }

  /// Sends a form of the page that is shown.
  ///
  /// - Parameters:
  ///   - action: the address of the form.
  ///   - index: which of several forms with the address.
  ///   - values: what is typed and chosen.
  ///   - headers: more headers.
  ///   - following: whether redirects are followed.
  @discardableResult
  func send(
    _ action: String,
    _ index: Int = 0,
    _ values: [String: String] = [:],
    headers: HTTPFields = [.secFetchSite: "same-origin"],
    following: Bool = true
  ) async throws -> Answer {
    let form = try form(action, index).merging(values) { $1 }
    return try await post(action, form, headers: headers, following: following)
  }

  /// Sends values to an address.
  @discardableResult
  func post(
    _ action: String,
    _ values: [String: String],
    headers: HTTPFields = [.secFetchSite: "same-origin"],
    following: Bool = true
  ) async throws -> Answer {
    var headers = headers
    headers[.contentType] = "application/x-www-form-urlencoded"
    let body = values.map { "\($0.encoded)=\($1.encoded)" }.joined(separator: "&")
    return try await request(.post, action, headers: headers, body: body, following: following)
  }

  /// The hidden values of a form of the page that is shown.
  func form(_ action: String, _ index: Int = 0) throws -> [String: String] {
    let forms = shown.components(separatedBy: "<form ").dropFirst()
      .compactMap { $0.components(separatedBy: "</form>").first }
      .filter { $0.contains("action=\"\(action)\"") }
    try #require(forms.count > index, "there is no form \(action): \(shown)")
    var values: [String: String] = [:]
    for match in forms[index].matches(of: /type="hidden" name="([^"]*)" value="([^"]*)"/) {
      values[String(match.1)] = String(match.2).withoutEntities
    }
    return values
  }

  private func request(
    _ method: HTTPRequest.Method,
    _ uri: String,
    headers: HTTPFields = [:],
    body: String? = nil,
    following: Bool
  ) async throws -> Answer {
    var headers = headers
    headers[.accept] = "text/html,application/xhtml+xml,*/*;q=0.8"
    headers[.userAgent] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    let cookies = state.withLock(\.cookies).map { "\($0)=\($1)" }.sorted()
    if !cookies.isEmpty { headers[.cookie] = cookies.joined(separator: "; ") }
    let answer = try await client.answer(method, uri, headers, body)
    for line in answer.headers[values: .setCookie] {
      let pair = line.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
      let value = line.contains("Max-Age=0") || pair.count < 2 ? nil : String(pair[1])
      state.withLock { $0.cookies[String(pair[0])] = value }
    }
    if following, answer.status == 303, let location = answer.headers[.location] {
      return try await open(location)
    }
    state.withLock { $0.shown = answer.text }
    return answer
  }

  /// The recovery key that is shown.
  func shownKey() throws -> String {
    try #require(try form("/sign-in/recovery-key.txt")["key"])
  }

  /// Signs in under a new nickname, and returns the recovery key.
  func signUp(_ nickname: String) async throws -> String {
    try await open("/sign-in")
    try await send("/sign-in", 0, ["nickname": nickname]).expect(200)
    let key = try shownKey()
    try await send("/recovery-key/kept", 0, ["kept": "yes"]).expect(200)
    return key
  }
}

extension String {
  fileprivate var encoded: String {
    addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  fileprivate var withoutEntities: String {
    replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
#endif
