// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "moniker", path: "..")],
  targets: [
    .executableTarget(
      name: "Kiosk",
      dependencies: [
        .product(name: "MonikerDomain", package: "moniker"),
        .product(name: "MonikerData", package: "moniker"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .treatAllWarnings(as: .error),
      ]
    )
  ],
  swiftLanguageModes: [.v6]
)
