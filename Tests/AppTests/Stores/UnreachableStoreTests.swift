import Foundation
import Glibc
import MonikerDoubles
import Testing

@Suite struct `A path that no store can have` {
  enum Place: String, CaseIterable, CustomTestStringConvertible {
    case folder = "a folder"
    case fifo = "a FIFO"
    case link = "a symbolic link"
    case brokenLink = "a symbolic link to nothing"
    case device = "a device"
    case belowFile = "a file in the place of its folder"
    case belowFilesFolder = "a file in the place of its folder's folder"

    var testDescription: String { rawValue }

    /// Prepares the place and returns the store's path.
    func prepare(in folder: String) throws -> String {
      let path = folder + "/store"
      let manager = FileManager.default
      switch self {
      case .folder:
        try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
      case .fifo:
        try #require(mkfifo(path, 0o600) == 0)
      case .link:
        try Data("x".utf8).write(to: URL(filePath: folder + "/target"))
        try manager.createSymbolicLink(atPath: path, withDestinationPath: "target")
      case .brokenLink:
        try manager.createSymbolicLink(atPath: path, withDestinationPath: "target")
      case .device:
        // The device itself: a link to one is refused because it is a link.
        return "/dev/null"
      case .belowFile:
        try Data("x".utf8).write(to: URL(filePath: path))
        return path + "/store"
      case .belowFilesFolder:
        try Data("x".utf8).write(to: URL(filePath: path))
        return path + "/folder/store"
      }
      return path
    }
  }

  @Test(arguments: ["sqlite", "plist"])
  func `below a missing folder makes no folders, and the message names the first one`(
    kind: String
  ) async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let before = try sandbox.snapshot()
    let place = "no/such/folder/store"
    for words in [
      ["login", "hong", "--store", "\(kind):\(place)"],
      ["store", "copy", "--from", "sqlite", "--to", "\(kind):\(place)"],
    ] + (kind == "sqlite" ? [["store", "backup", place]] : []) {
      let ending = try await sandbox.launch(words).run().expect(exit: 69, output: "")
      #expect(
        ending.errorText.contains("there is no folder \(sandbox.home.file("no"))"),
        "\(ending)"
      )
    }
    // Reading fails, too: a mistyped path must not look as if nobody were signed in.
    for words in [["whoami"], ["status"], ["accounts"], ["history"], ["sessions"]] {
      let reading = try sandbox.launch(words + ["--store", "\(kind):\(place)"])
      try await reading.run().expect(exit: 69, output: "")
    }
    // The first write makes the last folder.
    try await sandbox.moniker("whoami", "--store", "\(kind):new/store").expect(exit: 4, output: "")
    #expect(try sandbox.snapshot() == before)
  }

  @Test(arguments: Place.allCases, ["sqlite", "plist"])
  func `ends every command with 69`(place: Place, kind: String) async throws {
    let sandbox = try Sandbox()
    let path = try place.prepare(in: sandbox.home.path)
    let before = try sandbox.snapshot()
    for command in `A store that cannot be used`.commands {
      // Writing commands in /dev could leave a file there.
      if place == .device, command.count > 1 { continue }
      let words = command + ["--store", "\(kind):\(path)"]
      let text = try await sandbox.launch(words).run().expect(exit: 69, output: "")
      #expect(!text.errorText.lowercased().contains("signed in"))
      let json = try await sandbox.launch(words + ["--json"]).run().expect(exit: 69)
      let error = try json.error()
      #expect(error.code == "storeUnreachable")
      // The message may name the folder that cannot be created instead of the file.
      #expect(error.message.contains(sandbox.home.path + "/store") || place == .device, "\(json)")
      let after = try sandbox.snapshot()
      #expect(after == before, "\(command) left \(after)")
    }
  }
}
