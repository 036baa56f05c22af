/// The folders of a layer use each other's types in one direction: without cycles, and in the given
/// order where there is one.
enum FolderRule {
  /// The folders in a parent folder, from the lowest up: each may use those before it.
  ///
  /// A parent with an order has no file beside its folders.
  static let orders = [
    "Sources/Domain/": [
      "Time", "Unicode", "Values", "Devices", "Nicknames", "Sessions", "Login", "Accounts",
      "Photos", "Profile",
      "Intentions", "Credentials", "History", "Stores",
    ],
    "Sources/Data/PostgreSQL/": ["Engine", "Pool", "Store"],
    "Sources/Data/Remote/": [
      "Device", "Answers", "Connection", "Offline", "Store",
    ],
    "Sources/Data/SQLite/": ["Engine", "File", "Store"],
  ]

  /// Parents that are not checked: commands use the services of the program, which declares every
  /// command.
  static let exempt = ["Sources/App/Tool/Commands/"]

  static func violations(
    in files: [SourceFile],
    orders: [String: [String]] = orders
  ) -> [Violation] {
    var names: [String: TypeNames] = [:]
    for file in files where !exempt.contains(where: file.path.hasPrefix) {
      names[file.path] = TypeNames(of: file)
    }
    return parents(of: files).flatMap { parent in
      let graph = FolderGraph(of: parent, names)
      let circles = graph.circles.map { Violation(parent, "a circle: \(graph.text(of: $0))") }
      guard let order = orders[parent], !graph.uses.isEmpty else { return circles }
      return circles + violations(of: order, in: parent, graph, names.keys.sorted())
    }
  }

  /// All folders of the layers, including the layers themselves.
  private static func parents(of files: [SourceFile]) -> [String] {
    let all = files.filter { $0.layer != nil }.flatMap { file in
      let parts = file.path.split(separator: "/")
      return (2..<max(2, parts.count)).map { parts[..<$0].joined(separator: "/") + "/" }
    }
    return Set(all).sorted()
  }

  private static func violations(
    of order: [String],
    in parent: String,
    _ graph: FolderGraph,
    _ paths: [String]
  ) -> [Violation] {
    let loose = paths.filter {
      $0.hasPrefix(parent) && FolderGraph.folder(of: $0, in: parent) == nil
    }
    let unknown = graph.uses.keys.filter { !order.contains($0) }.sorted()
    let upward = order.enumerated().flatMap { place, folder in
      (graph.uses[folder] ?? [:]).filter { order[place...].contains($0.key) }.values
        .map { Violation($0.path, line: $0.line, "\(folder) may not use \($0.type)") }
    }
    return loose.map { Violation($0, "it is in none of the folders \(order)") }
      + unknown.map { Violation(parent + $0, "it is none of the folders \(order)") } + upward
  }
}

extension FolderGraph {
  /// Such as `A → B (File.swift: TypeOfB) → A (Other.swift: TypeOfA)`.
  func text(of circle: [String]) -> String {
    let steps = zip(circle, circle.dropFirst() + circle.prefix(1)).map { folder, next in
      " → \(next) (\(uses[folder]?[next]?.description ?? "?"))"
    }
    return (circle.first ?? "") + steps.joined()
  }
}
