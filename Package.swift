// swift-tools-version: 6.2

import PackageDescription

/// A product that only the trait Server needs: without it SwiftPM does not even fetch the package.
func server(_ product: String, of package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Server"]))
}

/// The library of PostgreSQL, without which the tool is built.
let libpq = Target.Dependency.target(
  name: "CPostgreSQL",
  condition: .when(traits: ["Server"])
)

let package = Package(
  name: "moniker",
  products: [
    .library(name: "Moniker", targets: ["Moniker"]),
    .library(name: "MonikerDomain", targets: ["MonikerDomain"]),
    .library(name: "MonikerModel", targets: ["MonikerModel"]),
    .library(name: "MonikerData", targets: ["MonikerData"]),
    .library(name: "MonikerPropertyList", targets: ["MonikerPropertyList"]),
    .library(name: "MonikerPresentation", targets: ["MonikerPresentation"]),
    .library(name: "MonikerContract", targets: ["MonikerContract"]),
    .executable(name: "moniker", targets: ["MonikerApp"]),
    .executable(name: "moniker-remote", targets: ["MonikerRemoteTool"]),
    .executable(name: "moniker-server", targets: ["MonikerServer"]),
  ],
  traits: [
    .trait(name: "Tool", description: "The command moniker, which needs the argument parser."),
    .trait(name: "Server", description: "What only a server needs: HTTP, and photos over HTTP."),
    .default(enabledTraits: ["Tool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    // Without its traits it needs no Foundation beyond FoundationEssentials.
    .package(
      url: "https://github.com/hummingbird-project/hummingbird",
      from: "2.28.1",
      traits: []
    ),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // MARK: The four layers
    .target(name: "MonikerDomain", path: "Sources/Domain"),
    .systemLibrary(
      name: "CSQLite",
      path: "Sources/Data/SQLite/CSQLite",
      pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]
    ),
    .target(name: "MonikerFiles", dependencies: ["MonikerDomain"], path: "Sources/Data/Files"),
    .target(
      name: "MonikerPropertyList",
      dependencies: ["MonikerDomain", "MonikerFiles"],
      path: "Sources/Data/PropertyList",
      exclude: ["Repository"]
    ),
    .target(
      name: "MonikerModel",
      dependencies: ["MonikerDomain", "MonikerFiles"],
      path: "Sources/Data/Model"
    ),
    .target(
      name: "MonikerData",
      dependencies: [
        "MonikerDomain", "MonikerFiles", "MonikerModel", "MonikerPropertyList", "CSQLite",
      ],
      path: "Sources/Data",
      exclude: [
        "Files", "HTTPPhotos", "Model", "PostgreSQL", "PropertyList/Defaults",
        "PropertyList/Format",
        "PropertyList/MonikerPropertyList.docc", "Remote", "SQLite/CSQLite",
      ]
    ),
    .target(
      name: "MonikerHTTPPhotos",
      dependencies: [
        "MonikerDomain",
        server("AsyncHTTPClient", of: "async-http-client"),
        // The types in the interface of AsyncHTTPClient.
        server("NIOCore", of: "swift-nio"),
        server("NIOHTTP1", of: "swift-nio"),
        server("NIOSSL", of: "swift-nio-ssl"),
      ],
      path: "Sources/Data/HTTPPhotos"
    ),
    .target(
      name: "MonikerRemote",
      dependencies: [
        "MonikerDomain", "MonikerFiles",
        server("AsyncHTTPClient", of: "async-http-client"),
        // The types in the interface of AsyncHTTPClient, and the errors of connections.
        server("NIOCore", of: "swift-nio"),
        server("NIOHTTP1", of: "swift-nio"),
        server("NIOPosix", of: "swift-nio"),
        server("NIOSSL", of: "swift-nio-ssl"),
      ],
      path: "Sources/Data/Remote"
    ),
    .systemLibrary(
      name: "CPostgreSQL",
      path: "Sources/Data/PostgreSQL/CPostgreSQL",
      pkgConfig: "libpq",
      providers: [.apt(["libpq-dev"])]
    ),
    .target(
      name: "MonikerPostgreSQL",
      dependencies: ["MonikerDomain", "MonikerFiles", "MonikerModel", libpq],
      path: "Sources/Data/PostgreSQL",
      exclude: ["CPostgreSQL"]
    ),
    .target(
      name: "MonikerPresentation",
      dependencies: ["MonikerDomain"],
      path: "Sources/Presentation"
    ),
    .target(
      name: "Moniker",
      dependencies: ["MonikerDomain", "MonikerModel", "MonikerData"],
      path: "Sources/App/Library"
    ),
    .target(
      name: "MonikerCommandLine",
      dependencies: ["MonikerDomain", "MonikerPresentation"],
      path: "Sources/App/CommandLine"
    ),
    .target(
      name: "MonikerTool",
      dependencies: [
        "Moniker",
        "MonikerCommandLine",
        "MonikerDomain",
        "MonikerFiles",
        "MonikerModel",
        "MonikerData",
        "MonikerPresentation",
        .product(
          name: "ArgumentParser",
          package: "swift-argument-parser",
          condition: .when(traits: ["Tool"])
        ),
      ],
      path: "Sources/App/Tool"
    ),
    .executableTarget(
      name: "MonikerApp",
      dependencies: ["MonikerDomain", "MonikerFiles", "MonikerPresentation", "MonikerTool"],
      path: "Sources/App/LocalTool"
    ),
    .executableTarget(
      name: "MonikerRemoteTool",
      dependencies: [
        "Moniker", "MonikerData", "MonikerDomain", "MonikerFiles", "MonikerModel",
        "MonikerPresentation", "MonikerRemote", "MonikerTool",
        server("NIOCore", of: "swift-nio"),
      ],
      path: "Sources/App/RemoteTool"
    ),
    .systemLibrary(name: "CProcess", path: "Sources/App/Server/CProcess"),
    .executableTarget(
      name: "MonikerServer",
      dependencies: [
        "CProcess",
        server("ArgumentParser", of: "swift-argument-parser"),
        "Moniker", "MonikerCommandLine", "MonikerDomain", "MonikerModel", "MonikerData",
        "MonikerHTTPPhotos", "MonikerPostgreSQL", "MonikerPresentation",
        server("Crypto", of: "swift-crypto"),
        server("HTTPTypes", of: "swift-http-types"),
        server("Hummingbird", of: "hummingbird"),
        server("HummingbirdCore", of: "hummingbird"),
        server("HummingbirdTLS", of: "hummingbird"),
        server("Logging", of: "swift-log"),
        server("Mustache", of: "swift-mustache"),
        server("NIOCore", of: "swift-nio"),
        server("NIOHTTP1", of: "swift-nio"),
        server("NIOHTTPTypes", of: "swift-nio-extras"),
        server("NIOHTTPTypesHTTP1", of: "swift-nio-extras"),
        server("NIOPosix", of: "swift-nio"),
        server("NIOSSL", of: "swift-nio-ssl"),
        server("ServiceLifecycle", of: "swift-service-lifecycle"),
        server("UnixSignals", of: "swift-service-lifecycle"),
      ],
      path: "Sources/App/Server",
      exclude: ["CProcess"],
      // One executable is all that is installed.
      resources: [.embedInCode("Pages/Assets"), .embedInCode("Pages/Templates")]
    ),

    // MARK: Support for tests
    .target(
      name: "MonikerContract",
      dependencies: ["MonikerDomain", "MonikerModel", "MonikerDoubles"],
      path: "Tests/Support/Contract"
    ),
    .target(
      name: "MonikerDoubles",
      dependencies: ["MonikerDomain", "MonikerModel"],
      path: "Tests/Support/Doubles"
    ),
    .target(
      name: "MonikerCertificates",
      dependencies: [server("NIOSSL", of: "swift-nio-ssl")],
      path: "Tests/Support/Certificates"
    ),
    .target(name: "MonikerTestServer", path: "Tests/Support/Server"),
    .target(
      name: "MonikerCluster",
      dependencies: [libpq],
      path: "Tests/Support/PostgreSQL"
    ),
    .executableTarget(
      name: "Conformance",
      dependencies: ["MonikerDomain"],
      path: "Tests/Conformance"
    ),
    .executableTarget(
      name: "Stress",
      dependencies: [
        "MonikerDomain", "MonikerData", "MonikerPostgreSQL", "MonikerCluster", "MonikerContract",
        "MonikerDoubles",
      ],
      path: "Tests/Stress"
    ),

    // MARK: Tests, one target a layer
    .testTarget(
      name: "DomainTests",
      dependencies: [
        "MonikerDomain", "MonikerModel", "MonikerData", "MonikerContract", "MonikerDoubles",
      ]
    ),
    .testTarget(
      name: "DataTests",
      dependencies: [
        "MonikerDomain", "MonikerFiles", "MonikerModel", "MonikerPropertyList", "MonikerData",
        "MonikerContract", "MonikerDoubles", "CSQLite",
      ],
      exclude: ["Fixtures"]
    ),
    .testTarget(
      name: "HTTPPhotosTests",
      dependencies: [
        "MonikerDomain", "MonikerHTTPPhotos", "MonikerCertificates",
        server("NIOCore", of: "swift-nio"),
        server("NIOPosix", of: "swift-nio"),
        server("NIOSSL", of: "swift-nio-ssl"),
      ]
    ),
    .testTarget(
      name: "RemoteTests",
      dependencies: [
        "MonikerDomain", "MonikerModel", "MonikerData", "MonikerPostgreSQL", "MonikerRemote",
        "MonikerServer", "MonikerCluster", "MonikerContract", "MonikerDoubles",
        "MonikerCertificates", "MonikerTestServer",
        server("HTTPTypes", of: "swift-http-types"),
        server("Hummingbird", of: "hummingbird"),
        server("HummingbirdCore", of: "hummingbird"),
        server("Logging", of: "swift-log"),
        server("NIOCore", of: "swift-nio"),
        server("NIOPosix", of: "swift-nio"),
        server("NIOSSL", of: "swift-nio-ssl"),
        server("ServiceLifecycle", of: "swift-service-lifecycle"),
      ]
    ),
    .testTarget(
      name: "PostgreSQLTests",
      dependencies: [
        "MonikerDomain", "MonikerModel", "MonikerPostgreSQL", "MonikerCluster", "MonikerContract",
        "MonikerDoubles", libpq,
      ],
      exclude: ["Fixtures"]
    ),
    .testTarget(
      name: "PresentationTests",
      dependencies: ["MonikerDomain", "MonikerModel", "MonikerPresentation", "MonikerDoubles"]
    ),
    .testTarget(
      name: "AppTests",
      dependencies: [
        "MonikerDomain", "MonikerModel", "MonikerData", "MonikerPresentation", "MonikerTool",
        "MonikerApp", "MonikerRemoteTool", "MonikerServer", "Moniker", "MonikerCommandLine",
        "MonikerContract", "MonikerDoubles", "MonikerTestServer",
        .product(
          name: "ArgumentParser",
          package: "swift-argument-parser",
          condition: .when(traits: ["Tool"])
        ),
      ]
    ),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "MonikerServer", "MonikerCommandLine", "MonikerDomain", "MonikerModel", "MonikerData",
        "MonikerHTTPPhotos", "MonikerDoubles",
        server("ArgumentParser", of: "swift-argument-parser"),
        server("HTTPTypes", of: "swift-http-types"),
        server("Hummingbird", of: "hummingbird"),
        server("HummingbirdTesting", of: "hummingbird"),
        server("Logging", of: "swift-log"),
        server("NIOCore", of: "swift-nio"),
        server("NIOEmbedded", of: "swift-nio"),
        server("NIOHTTP1", of: "swift-nio"),
        server("NIOHTTPTypes", of: "swift-nio-extras"),
      ]
    ),
    .testTarget(name: "ArchitectureTests"),
  ],
  swiftLanguageModes: [.v6]
)

// What a script builds beside the package, since most of it is compiled there already: of Benchmarks/service the service
// with one route more, of scripts/check-examples what needs a large library or an optimized contract.
switch Context.environment["MONIKER_BESIDE"] {
case "ServiceBenchmark":
  for service in package.targets where service.name == "MonikerServer" {
    package.targets.append(
      .executableTarget(
        name: "ServiceBenchmark",
        dependencies: service.dependencies,
        path: "Benchmarks/ServiceBenchmark/Program",
        exclude: ["Server/Main.swift"],
        resources: [
          .embedInCode("Server/Pages/Assets"), .embedInCode("Server/Pages/Templates"),
        ]
      )
    )
  }
case "Examples":
  package.targets += [
    .executableTarget(
      name: "Community",
      dependencies: ["Moniker", "MonikerData", server("Crypto", of: "swift-crypto")],
      path: "Examples/Sources/Community"
    ),
    .target(
      name: "DictionaryStore",
      dependencies: ["MonikerDomain", "MonikerModel"],
      path: "Examples/Sources/DictionaryStore"
    ),
    .testTarget(
      name: "DictionaryStoreTests",
      dependencies: ["DictionaryStore", "MonikerContract"],
      path: "Examples/Tests/DictionaryStoreTests"
    ),
  ]
default: break
}

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}

// The scripts set the variable for the tests, which take half as long again without. In a package that others depend
// on, an unsafe flag would be an error.
if Context.environment["MONIKER_OPTIMIZED"] != nil {
  let executedMost: Set = [
    "MonikerDomain", "MonikerFiles", "MonikerPropertyList", "MonikerModel", "MonikerData",
    "MonikerPostgreSQL", "MonikerContract", "MonikerDoubles", "DictionaryStore", "DataTests",
    "ArchitectureTests", "Stress",
  ]
  for target in package.targets where executedMost.contains(target.name) {
    target.swiftSettings?.append(.unsafeFlags(["-O"], .when(configuration: .debug)))
  }
}
