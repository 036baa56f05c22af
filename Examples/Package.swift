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
  dependencies: [
    .package(name: "moniker", path: ".."),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
  ],
  targets: [
    .executableTarget(
      name: "Kiosk",
      dependencies: [.product(name: "Moniker", package: "moniker")],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "Community",
      dependencies: [
        .product(name: "Moniker", package: "moniker"),
        .product(name: "MonikerData", package: "moniker"),
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "SignInScreen",
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
