#if Server
import FoundationEssentials
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// A form that a browser has sent.
struct PageForm: Sendable {
  private let values: [String: String]

  /// What identifies the form: a browser may send it twice.
  let repeatable: RepeatableRequest

  /// Reads the body.
  ///
  /// - Throws: ``HTTPProblem`` 415 for another media type, 413 for a body that is too long, 400 for one that is
  ///   not a form of a page.
  init(_ request: Request, _ context: ServiceContext) async throws {
    let content = try await request.content(
      of: "application/x-www-form-urlencoded",
      named: "a form",
      context
    )
    values = try Self.values(of: content)
    guard let key = try? IdempotencyKey(values["request"] ?? "") else { throw Self.foreign }
    repeatable = key.request(
      for: [Data(request.method.rawValue.utf8), Data(request.uri.path.utf8), content]
    )
  }

  private static let foreign = HTTPProblem.invalidRequest(
    "That is not a form of a page of this service. Nothing was changed."
  )

  /// The texts of a form's fields by their names (URL, section 5.1), each of which is there once.
  private static func values(of content: Data) throws(HTTPProblem) -> [String: String] {
    var values: [String: String] = [:]
    for field in content.split(separator: UInt8(ascii: "&")) {
      let parts = field.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      let texts = parts.map { part in
        String(percentEncoded: part.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
      }
      guard texts.count == 2, let name = texts[0], values[name] == nil else { throw foreign }
      // With other characters in the place of these bytes, it would be another text than the one that was sent.
      guard let text = texts[1] else {
        throw .invalidRequest("A text of the form is not in UTF-8. Nothing was changed.")
      }
      values[name] = text
    }
    return values
  }

  /// The text of a field; empty if the form has none.
  subscript(name: String) -> String { values[name] ?? "" }

  /// The text of a field; nil if it is empty.
  func text(_ name: String) -> String? {
    self[name].isEmpty ? nil : self[name]
  }

  /// The account for which the page was made that has the form.
  var account: AccountID? { AccountID(self["account"]) }
}

/// What makes a form one of a page for one account, and one that is done once.
struct PageTicket: Sendable {
  /// The ID of the account for which the page was made; empty if nobody is signed in.
  let account: String

  /// A random text that identifies the form.
  let requestID: String

  /// Makes the value for a form.
  ///
  /// - Parameters:
  ///   - account: the account for which the page is made; nil if nobody is signed in.
  ///   - random: returns 64 bits of a cryptographically secure random source.
  init(_ account: AccountID?, random: () -> UInt64) {
    self.account = account?.description ?? ""
    requestID = [random(), random()].map { String($0, radix: 36) }.joined(separator: "-")
      .padded(to: IdempotencyKey.minimumLength)
  }
}

extension String {
  /// The text, with zeros before it if it is short.
  fileprivate func padded(to length: Int) -> String {
    String(repeating: "0", count: max(0, length - count)) + self
  }
}
#endif
