#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore

/// The preconditions of a request (RFC 9110, section 13.1). No entity tag of this service has a comma.
extension Request {
  /// Whether the header If-Match allows a change of what has an entity tag; not without the header.
  ///
  /// The comparison is strong: a weak tag matches nothing.
  func allowsChange(of entityTag: String) -> Bool {
    guard let header = headers[.ifMatch] else { return false }
    return Self.tags(in: header).contains { $0 == entityTag || $0 == "*" }
  }

  /// Whether the header If-None-Match says that the caller has what has an entity tag.
  ///
  /// The comparison is weak: a proxy that compresses an answer makes its tag weak.
  func isCurrent(_ entityTag: String) -> Bool {
    guard let header = headers[.ifNoneMatch] else { return false }
    return Self.tags(in: header).contains { $0 == entityTag || $0 == "W/\(entityTag)" || $0 == "*" }
  }

  private static func tags(in header: String) -> [String] {
    header.split(separator: ",").map { $0.filter { $0 != " " && $0 != "\t" } }
  }
}
#endif
