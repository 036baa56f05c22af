import Foundation
import Glibc
import MonikerDoubles
import Testing

/// An object other than a regular file, at a path where the program expects a file.
enum SpecialFile: String, CaseIterable, CustomTestStringConvertible {
  case fifo = "a FIFO"
  case socket = "a socket"
  case folder = "a folder"
  case link = "a symbolic link"
  case brokenLink = "a symbolic link to nothing"
  case deviceLink = "a symbolic link to a device"

  var testDescription: String { rawValue }

  /// The name of the object in messages.
  var name: String {
    switch self {
    case .link, .brokenLink, .deviceLink: "a symbolic link"
    default: rawValue
    }
  }

  /// Creates it at a path.
  ///
  /// - Parameter target: the target of a link.
  func make(at path: String, target: String) throws {
    let manager = FileManager.default
    switch self {
    case .fifo: try #require(mkfifo(path, 0o600) == 0)
    case .socket: try makeSocket(at: path)
    case .folder: try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
    case .link, .brokenLink:
      try manager.createSymbolicLink(atPath: path, withDestinationPath: target)
    case .deviceLink:
      try manager.createSymbolicLink(atPath: path, withDestinationPath: "/dev/zero")
    }
  }

  private func makeSocket(at path: String) throws {
    // The path of a socket may have 107 bytes, so the name alone is bound.
    let folder = (path as NSString).deletingLastPathComponent
    let name = (path as NSString).lastPathComponent
    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.currentDirectoryURL = URL(filePath: folder)
    python.arguments = [
      "python3", "-c", "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])", name,
    ]
    try python.run()
    python.waitUntilExit()
    try #require(python.terminationStatus == 0)
  }
}
