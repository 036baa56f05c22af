import Foundation
import MonikerDoubles
import Testing

/// A real `moniker-server` on a free port of loopback; it ends with the last reference to it.
final class TestServer: Sendable {
  /// Its address.
  let address: String

  private let process: Process
  private let input: Pipe
  private let folder: TemporaryFolder

  private init(
    address: String,
    _ process: Process,
    until input: Pipe,
    _ folder: TemporaryFolder
  ) {
    self.address = address
    self.process = process
    self.input = input
    self.folder = folder
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Starts a server, and waits until it is ready.
  ///
  /// - Parameter store: the value of its option `--store`; nil for a file of its own.
  static func started(on store: String? = nil) async throws -> TestServer {
    let folder = try TemporaryFolder()
    let program = (try Sandbox.program as NSString).deletingLastPathComponent + "/moniker-server"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let ready = folder.file("ready")
    let log = folder.file("log")
    let input = Pipe()
    // The input ends with this process, however it ends, and the server with the input.
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.arguments = [
      "-c",
      #"""
      "$0" --store "$1" --port 0 --log-format json --limit-factor 1000 --ready-fd 3 3>"$2" 2>"$3" &
      cat > /dev/null
      kill $!
      wait $!
      """#,
      program, store ?? "sqlite:\(folder.file("store.sqlite"))", ready, log,
    ]
    process.environment = ["HOME": folder.path]
    try process.run()
    // Only a hang takes as long.
    for _ in 0..<6_000 {
      if let text = try? String(contentsOfFile: ready, encoding: .utf8), text == "ready\n" { break }
      let said = try? String(contentsOfFile: log, encoding: .utf8)
      try #require(process.isRunning, "\(said ?? "")")
      try await Task.sleep(for: .milliseconds(20))
    }
    let lines = try String(contentsOfFile: log, encoding: .utf8)
    let match = try #require(lines.firstMatch(of: /"address":"[^"]*:([0-9]+)"/), "\(lines)")
    return TestServer(address: "http://127.0.0.1:\(match.1)", process, until: input, folder)
  }
}
