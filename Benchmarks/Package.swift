// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "moniker", path: ".."),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "NicknameBenchmark",
      dependencies: [.product(name: "MonikerDomain", package: "moniker")]
    ),
    .systemLibrary(name: "CSQLiteFloor", pkgConfig: "sqlite3"),
    .executableTarget(
      name: "StoreBenchmark",
      dependencies: [
        "CSQLiteFloor",
        .product(name: "MonikerDomain", package: "moniker"),
        .product(name: "MonikerModel", package: "moniker"),
        .product(name: "MonikerData", package: "moniker"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}
