import Foundation

/// The package that contains this test.
enum Checkout {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// All Swift files in Sources.
  static func sources() throws -> [SourceFile] {
    let folder = root.appending(path: "Sources")
    guard let paths = FileManager.default.enumerator(atPath: folder.path)?.allObjects as? [String]
    else { throw CocoaError(.fileReadNoSuchFile) }
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      return SourceFile("Sources/" + path, text)
    }
  }

  static func manifest() throws -> Manifest {
    // The package's own build folder is locked by the `swift test` that runs this test.
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "moniker-manifest-\(UUID())")
    defer { try? FileManager.default.removeItem(at: scratch) }

    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "swift", "package", "--package-path", root.path, "--scratch-path", scratch.path,
      "dump-package",
    ]
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return try JSONDecoder().decode(Manifest.self, from: data)
  }
}
