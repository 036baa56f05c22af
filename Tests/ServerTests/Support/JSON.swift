#if Server
import Foundation

/// A JSON value.
enum JSON: Decodable, Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  /// Parses a text.
  init(_ text: String) throws {
    self = try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  /// The member of an object; nil for other values, and if there is none.
  subscript(name: String) -> JSON? { members?[name] }

  /// The members of an object; nil for other values.
  var members: [String: JSON]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  /// The elements of an array; nil for other values.
  var elements: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  /// The text of a string; nil for other values.
  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The names of its types in JSON Schema.
  var types: [String] {
    switch self {
    case .null: ["null"]
    case .bool: ["boolean"]
    case .number(let number): number == number.rounded() ? ["number", "integer"] : ["number"]
    case .string: ["string"]
    case .array: ["array"]
    case .object: ["object"]
    }
  }
}
#endif
