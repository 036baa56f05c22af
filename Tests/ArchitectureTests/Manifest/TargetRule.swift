/// The targets and products that a target may depend on.
enum TargetRule {
  /// The layers: each depends on exactly these.
  static let layers: [String: Set<String>] = [
    "MonikerDomain": [],
    "CSQLite": [],
    "CPostgreSQL": [],
    "CProcess": [],
    "MonikerFiles": ["MonikerDomain"],
    "MonikerPropertyList": ["MonikerDomain", "MonikerFiles"],
    "MonikerModel": ["MonikerDomain", "MonikerFiles"],
    "MonikerData": [
      "MonikerDomain", "MonikerFiles", "MonikerModel", "MonikerPropertyList", "CSQLite",
    ],
    "MonikerHTTPPhotos": ["MonikerDomain", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOSSL"],
    "MonikerRemote": [
      "MonikerDomain", "MonikerFiles", "AsyncHTTPClient", "NIOCore", "NIOHTTP1", "NIOPosix",
      "NIOSSL",
    ],
    "MonikerPostgreSQL": ["MonikerDomain", "MonikerFiles", "MonikerModel", "CPostgreSQL"],
    "MonikerPresentation": ["MonikerDomain"],
    "Moniker": ["MonikerDomain", "MonikerModel", "MonikerData"],
    "MonikerCommandLine": ["MonikerDomain", "MonikerPresentation"],
    "MonikerTool": [
      "Moniker", "MonikerCommandLine", "MonikerDomain", "MonikerFiles", "MonikerModel",
      "MonikerData",
      "MonikerPresentation", "ArgumentParser",
    ],
    "MonikerApp": ["MonikerDomain", "MonikerFiles", "MonikerPresentation", "MonikerTool"],
    "MonikerRemoteTool": [
      "Moniker", "MonikerData", "MonikerDomain", "MonikerFiles", "MonikerModel",
      "MonikerPresentation", "MonikerRemote", "MonikerTool", "NIOCore",
    ],
    "MonikerServer": [
      "CProcess", "Moniker", "MonikerCommandLine", "MonikerDomain", "MonikerModel", "MonikerData",
      "MonikerHTTPPhotos", "MonikerPostgreSQL", "MonikerPresentation",
      "ArgumentParser", "Crypto", "HTTPTypes", "Hummingbird", "HummingbirdCore", "HummingbirdTLS",
      "Logging", "Mustache", "NIOCore", "NIOHTTP1", "NIOHTTPTypes", "NIOHTTPTypesHTTP1", "NIOPosix",
      "NIOSSL", "ServiceLifecycle", "UnixSignals",
    ],
  ]

  /// Tests and their support: each may depend on any of these.
  static let support: [String: Set<String>] = [
    "MonikerContract": ["MonikerDomain", "MonikerModel", "MonikerDoubles"],
    "MonikerDoubles": ["MonikerDomain", "MonikerModel"],
    "MonikerCertificates": ["NIOSSL"],
    "MonikerCluster": ["CPostgreSQL"],
    "MonikerTestServer": [],
    "Conformance": ["MonikerDomain"],
    "Stress": [
      "MonikerDomain", "MonikerData", "MonikerPostgreSQL", "MonikerCluster", "MonikerContract",
      "MonikerDoubles",
    ],
    "DomainTests": [
      "MonikerDomain", "MonikerModel", "MonikerData", "MonikerContract", "MonikerDoubles",
    ],
    "DataTests": [
      "MonikerDomain", "MonikerFiles", "MonikerModel", "MonikerPropertyList", "MonikerData",
      "CSQLite", "MonikerContract", "MonikerDoubles",
    ],
    "HTTPPhotosTests": [
      "MonikerDomain", "MonikerHTTPPhotos", "MonikerCertificates", "NIOCore", "NIOPosix", "NIOSSL",
    ],
    "RemoteTests": [
      "MonikerDomain", "MonikerModel", "MonikerData", "MonikerPostgreSQL", "MonikerRemote",
      "MonikerServer", "MonikerCluster", "MonikerContract", "MonikerDoubles",
      "MonikerCertificates", "MonikerTestServer",
      "HTTPTypes", "Hummingbird", "HummingbirdCore", "Logging", "NIOCore", "NIOPosix", "NIOSSL",
      "ServiceLifecycle",
    ],
    "PostgreSQLTests": [
      "MonikerDomain", "MonikerModel", "MonikerPostgreSQL", "MonikerCluster", "MonikerContract",
      "MonikerDoubles", "CPostgreSQL",
    ],
    "PresentationTests": [
      "MonikerDomain", "MonikerModel", "MonikerPresentation", "MonikerDoubles",
    ],
    "AppTests": [
      "MonikerDomain", "MonikerModel", "MonikerData", "MonikerPresentation", "MonikerTool",
      "MonikerApp", "MonikerRemoteTool", "MonikerServer", "Moniker", "MonikerCommandLine",
      "MonikerContract",
      "MonikerDoubles", "MonikerTestServer", "ArgumentParser", "CSQLite",
    ],
    "ServerTests": [
      "MonikerServer", "MonikerCommandLine", "MonikerDomain", "MonikerModel", "MonikerData",
      "MonikerHTTPPhotos", "MonikerDoubles",
      "ArgumentParser", "HTTPTypes", "Hummingbird", "HummingbirdTesting", "Logging", "NIOCore",
      "NIOEmbedded", "NIOHTTP1", "NIOHTTPTypes",
    ],
    "ArchitectureTests": [],
  ]

  static func violations(in targets: [Manifest.Target]) -> [Violation] {
    targets.flatMap { target -> [Violation] in
      let found = Set(target.dependencies.map(\.name))
      if let expected = layers[target.name] {
        return found.subtracting(expected).sorted().map {
          Violation(target.name, "it may not depend on \($0)")
        }
          + expected.subtracting(found).sorted().map {
            Violation(target.name, "it does not depend on \($0) as the rule says")
          }
      }
      guard let allowed = support[target.name] else {
        return [Violation(target.name, "TargetRule does not say what it may depend on")]
      }
      return found.subtracting(allowed).sorted().map {
        Violation(target.name, "it may not depend on \($0)")
      }
    }
  }
}
