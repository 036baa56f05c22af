/// The four layers, with their allowed imports.
enum Layer: String, CaseIterable {
  case domain = "Domain"
  case data = "Data"
  case presentation = "Presentation"
  case app = "App"

  /// The HTTP client, and the modules whose types are in its interface.
  private static let http: Set = ["AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOSSL"]

  /// The folders that may import it, and what else of it each needs.
  private static let clients: [(folder: String, more: Set<String>)] = [
    ("Sources/Data/HTTPPhotos/", []), ("Sources/Data/Remote/", ["NIOPosix"]),
  ]

  var folder: String { "Sources/\(rawValue)/" }

  /// The reason why the layer may not have this import at this path; nil if it may.
  func objection(to found: Import, in path: String) -> String? {
    switch self {
    case .domain:
      return "Domain imports nothing but the standard library"
    case .data:
      if found.module == "CSQLite" {
        return path.hasPrefix("Sources/Data/SQLite/")
          ? nil : "CSQLite is imported below Sources/Data/SQLite alone"
      }
      if found.module == "CPostgreSQL" {
        return path.hasPrefix("Sources/Data/PostgreSQL/")
          ? nil : "CPostgreSQL is imported below Sources/Data/PostgreSQL alone"
      }
      for client in Self.clients where path.hasPrefix(client.folder) {
        if Self.http.union(client.more).contains(found.module) { return nil }
      }
      let allowed = [
        "MonikerDomain", "MonikerFiles", "MonikerModel", "MonikerPropertyList",
        "FoundationEssentials", "Dispatch", "Glibc", "Synchronization",
      ]
      return allowed.contains(found.module) ? nil : "Data may not import \(found.module)"
    case .presentation:
      let allowed = ["MonikerDomain", "Observation", "FoundationEssentials"]
      return allowed.contains(found.module) ? nil : "Presentation may not import \(found.module)"
    case .app:
      return found.module == "Foundation" ? "Foundation makes every start slower" : nil
    }
  }
}
