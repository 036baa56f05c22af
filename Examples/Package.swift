// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "moniker", path: "..")],
  targets: [
    .executableTarget(
      name: "FiveLines",
      dependencies: [.product(name: "Moniker", package: "moniker")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Kiosk",
      dependencies: [.product(name: "Moniker", package: "moniker")],
      swiftSettings: settings
    ),
    .target(
      name: "DictionaryStore",
      dependencies: [
        .product(name: "MonikerDomain", package: "moniker"),
        .product(name: "MonikerModel", package: "moniker"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "DictionaryStoreTests",
      dependencies: [
        "DictionaryStore", .product(name: "MonikerContract", package: "moniker"),
      ],
      swiftSettings: settings
    ),
  ],
  swiftLanguageModes: [.v6]
)
