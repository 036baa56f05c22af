/// The four layers, with their allowed imports.
enum Layer: String, CaseIterable {
  case domain = "Domain"
  case data = "Data"
  case presentation = "Presentation"
  case app = "App"

  /// The HTTP client, and the modules whose types are in its interface.
  private static let http: Set = ["AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOSSL"]

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
      if Self.http.contains(found.module) {
        return path.hasPrefix("Sources/Data/HTTPPhotos/")
          ? nil : "\(found.module) is imported below Sources/Data/HTTPPhotos alone"
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
