#if Server
import Mustache

/// Escapes the values of templates, each scalar by itself.
///
/// The escaping of the package looks at characters (extended grapheme clusters): a quotation mark that a
/// combining mark follows is none to it, and ends the value of an attribute to a browser.
struct HTMLText: MustacheContentType {
  /// The name by which a template selects it.
  static let name = "MONIKER"

  /// The line with which each template begins: a template that is part of another one does not keep its type.
  static let pragma = "{{%CONTENT_TYPE:\(name)}}\n"

  /// Returns a text as the content of an element or as the quoted value of an attribute (HTML, section 13.1).
  func escapeText(_ text: String) -> String {
    guard text.utf8.contains(where: { Self.entity(for: $0) != nil }) else { return text }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      if let entity = Self.entity(for: byte) {
        escaped += entity.utf8
      } else {
        escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  private static func entity(for byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }
}
#endif
