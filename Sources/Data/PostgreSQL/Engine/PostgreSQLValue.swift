#if Server
import MonikerDomain

/// A value for a parameter of a statement.
///
/// It is sent as text, in the form that PostgreSQL reads for the type of the parameter, which
/// PostgreSQL finds from the statement. It is never a part of the statement.
enum PostgreSQLValue: Sendable, Equatable {
  case null
  /// A `bigint`, or a value of a smaller integer type.
  case integer(Int64)
  /// A `text`; it must not have a character U+0000, which PostgreSQL cannot keep.
  case text(String)
  /// A `bigint[]`.
  case integers([Int64])
  /// A `text[]`.
  case texts([String])

  static func text(_ text: String?) -> PostgreSQLValue {
    text.map { .text($0 as String) } ?? .null
  }

  static func time(_ time: Timestamp) -> PostgreSQLValue {
    .integer(time.millisecondsSince1970)
  }

  static func time(_ time: Timestamp?) -> PostgreSQLValue {
    time.map { .integer($0.millisecondsSince1970) } ?? .null
  }

  /// The text that is sent; nil for null.
  var parameter: String? {
    switch self {
    case .null: nil
    case .integer(let integer): String(integer)
    case .text(let text): text
    case .integers(let integers): "{\(integers.map { String($0) }.joined(separator: ","))}"
    case .texts(let texts): "{\(texts.map(Self.element).joined(separator: ","))}"
    }
  }

  /// Whether a text has the character U+0000.
  var hasNull: Bool {
    switch self {
    case .null, .integer, .integers: false
    case .text(let text): text.utf8.contains(0)
    case .texts(let texts): texts.contains { $0.utf8.contains(0) }
    }
  }

  /// An element of an array, in quotes.
  ///
  /// https://www.postgresql.org/docs/15/arrays.html#ARRAYS-IO
  private static func element(_ text: String) -> String {
    var bytes = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif
