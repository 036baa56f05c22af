/// The parts of the output of `swift package dump-package` that the rules need.
struct Manifest: Decodable {
  let swiftLanguageVersions: [String]?
  let targets: [Target]
  let traits: [Trait]

  struct Trait: Decodable {
    let name: String
    let enabledTraits: [String]
  }

  struct Target: Decodable {
    let name: String
    let type: String
    let dependencies: [Dependency]
    let settings: [Setting]

    var isTest: Bool { type == "test" }
  }

  /// `{"byName": ["MonikerDomain", null]}`, or `product` or `target` instead of `byName`.
  struct Dependency: Decodable {
    let name: String

    /// Whether it is a product of another package.
    let isProduct: Bool

    /// The traits without which there is no such dependency.
    let traits: Set<String>

    init(from decoder: any Decoder) throws {
      let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
      let parts = kinds.values.first ?? []
      name = parts.first?.text ?? "nothing"
      isProduct = kinds["product"] != nil
      traits = Set(parts.compactMap(\.condition?.traits).joined())
    }

    /// The rest of the array can be anything: a package, a condition, null.
    private struct Part: Decodable {
      let text: String?
      let condition: Condition?

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try? container.decode(String.self)
        condition = try? container.decode(Condition.self)
      }
    }

    private struct Condition: Decodable {
      let traits: [String]?
    }
  }

  /// `{"tool": "swift", "kind": {"enableUpcomingFeature": {"_0": "ExistentialAny"}}}`.
  struct Setting: Decodable, Hashable {
    let tool: String
    let kind: [String: [String: String]]

    init(_ kind: String, _ value: String) {
      tool = "swift"
      self.kind = [kind: ["_0": value]]
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tool = try container.decode(String.self, forKey: .tool)
      // Other settings have values of other shapes, which no rule needs.
      kind = (try? container.decode([String: [String: String]].self, forKey: .kind)) ?? [:]
    }

    private enum CodingKeys: CodingKey {
      case tool, kind
    }
  }
}
