#if Server
import Foundation
import HTTPTypes

@testable import MonikerServer

/// The OpenAPI document of the service, to which tests hold its answers.
struct APIDocument: Sendable {
  /// The document that the service answers with.
  static let served = Result { APIDocument(root: try JSON(OpenAPIDocument.text)) }

  /// A method and the template of a path.
  struct Operation: Hashable, Sendable, CustomStringConvertible {
    let method: HTTPRequest.Method
    let path: String

    var description: String { "\(method) \(path)" }
  }

  let root: JSON

  /// All operations that are described.
  var operations: [Operation: JSON] {
    var found: [Operation: JSON] = [:]
    for (path, item) in root["paths"]?.members ?? [:] {
      for (name, operation) in item.members ?? [:] {
        guard let method = HTTPRequest.Method(name.uppercased()) else { continue }
        found[Operation(method: method, path: path)] = operation
      }
    }
    return found
  }

  /// The error codes that an operation is described to answer with, by status.
  func codes(of operation: JSON) -> [Int: Set<String>] {
    var found: [Int: Set<String>] = [:]
    for (text, response) in operation["responses"]?.members ?? [:] {
      let schema = resolved(response)["content"]?["application/problem+json"]?["schema"]
      guard let status = Int(text), let schema else { continue }
      found[status] = Set(
        schema["properties"]?["code"]?["enum"]?.elements?.compactMap(\.text) ?? []
      )
    }
    return found
  }

  /// The operation that a request means; nil if none is described.
  func operation(_ method: HTTPRequest.Method, _ uri: String) -> Operation? {
    let path = uri.prefix { $0 != "?" }
    return operations.keys.first { $0.method == method && $0.matches(path) }
  }

  /// Whether an operation takes a parameter, a component of the document.
  func takes(_ parameter: String, _ operation: Operation) -> Bool {
    let reference = JSON.object(["$ref": .string("#/components/parameters/\(parameter)")])
    return operations[operation]?["parameters"]?.elements?.contains(reference) ?? false
  }

  /// Says what of an answer the document does not describe.
  ///
  /// - Parameters:
  ///   - answer: what the service has answered.
  ///   - method: the method of the request.
  ///   - uri: its path, with the query.
  func defects(of answer: Answer, to method: HTTPRequest.Method, _ uri: String) -> [String] {
    let path = uri.prefix { $0 != "?" }
    let methods = operations.filter { $0.key.matches(path) }
    // HEAD is described once for all paths.
    let described = methods.first { $0.key.method == (method == .head ? .get : method) }
    guard let described else {
      let refusal = methods.isEmpty ? (404, "noSuchResource") : (405, "methodNotAllowed")
      let others = [
        refusal, (421, "foreignHost"), (429, "tooManyRequests"), (501, "unknownMethod"),
      ]
      let isKnown = others.contains { $0.0 == answer.status && $0.1 == answer.code }
      let hasHead = method == .head && others.contains { $0.0 == answer.status }
      return isKnown || hasHead ? [] : ["the document has no \(method) \(path): \(answer)"]
    }
    guard let response = described.value["responses"]?["\(answer.status)"].map(resolved) else {
      return ["the document has no status \(answer.status)"]
    }
    let headers = (response["headers"]?.members ?? [:]).filter { name, header in
      resolved(header)["required"] == .bool(true)
        && HTTPField.Name(name).flatMap { answer.headers[$0] } == nil
    }
    return headers.keys.map { "the header \($0) is missing" }
      + (method == .head ? [] : bodyDefects(of: answer, response))
  }

  private func bodyDefects(of answer: Answer, _ response: JSON) -> [String] {
    guard let content = response["content"]?.members else {
      return answer.text.isEmpty ? [] : ["the document has no body"]
    }
    let type = (answer.headers[.contentType] ?? "").prefix { $0 != ";" }
    guard let schema = content[String(type)]?["schema"] else {
      return ["the document has no media type \"\(type)\""]
    }
    guard type.hasSuffix("json") else { return [] }
    guard let value = try? JSON(answer.text) else { return ["the body is not JSON"] }
    return defects(of: value, under: schema, at: "body")
  }

  /// Says how a value differs from a schema; members that the schema does not name are defects.
  func defects(of value: JSON, under schema: JSON, at place: String) -> [String] {
    if let choices = schema["anyOf"]?.elements {
      let all = choices.map { defects(of: value, under: $0, at: place) }
      return all.contains([]) ? [] : all.flatMap(\.self)
    }
    let target = schema["$ref"] == nil ? .object([:]) : resolved(schema)
    var found: [String] = []
    for schema in [schema, target] {
      let types = schema["type"].map { $0.elements ?? [$0] }?.compactMap(\.text)
      if let types, Set(types).isDisjoint(with: value.types) {
        found.append("\(place): \(types)")
      }
      if let choices = schema["enum"]?.elements, !choices.contains(value) {
        found.append("\(place): \(value)")
      }
      if let constant = schema["const"], constant != value { found.append("\(place): \(value)") }
      if let format = schema["format"]?.text, let text = value.text, !text.has(format) {
        found.append("\(place): \(format): \(text)")
      }
      for name in schema["required"]?.elements?.compactMap(\.text) ?? [] where value[name] == nil {
        found.append("\(place): \(name) is missing")
      }
      if let items = schema["items"] {
        for element in value.elements ?? [] {
          found += defects(of: element, under: items, at: place + "[]")
        }
      }
      for (name, schema) in schema["properties"]?.members ?? [:] {
        guard let member = value[name] else { continue }
        found += defects(of: member, under: schema, at: "\(place).\(name)")
      }
    }
    let named = [schema, target].compactMap { $0["properties"]?.members?.keys }
    if !named.isEmpty {
      found += (value.members ?? [:]).keys.filter { name in !named.contains { $0.contains(name) }
      }
      .map { "\(place): \($0) is not described" }
    }
    return found
  }

  /// Follows a reference within the document.
  private func resolved(_ value: JSON) -> JSON {
    guard let reference = value["$ref"]?.text else { return value }
    return reference.split(separator: "/").dropFirst()
      .reduce(root) { $0[String($1)] ?? .null }
  }
}

extension APIDocument.Operation {
  /// Whether a path has the form of the template.
  fileprivate func matches(_ path: some StringProtocol) -> Bool {
    let (own, other) = (self.path.split(separator: "/"), path.split(separator: "/"))
    return own.count == other.count
      && zip(own, other).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
  }
}

extension String {
  /// Whether the text has a format of JSON Schema, of those that the document uses.
  fileprivate func has(_ format: String) -> Bool {
    switch format {
    case "date-time": wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/) != nil
    case "uuid": wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil
    case "uri": wholeMatch(of: /[a-z]+:\S+/) != nil
    default: false
    }
  }
}
#endif
