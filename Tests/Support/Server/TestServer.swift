import Foundation
import MonikerDoubles

/// A real `moniker-server` on a free port of loopback; it ends with the last reference to it.
public final class TestServer: Sendable {
  /// Its address.
  public let address: String

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
  public static func started(on store: String? = nil) async throws -> TestServer {
    let folder = try TemporaryFolder()
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = (tests as NSString).deletingLastPathComponent + "/moniker-server"
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
      "$0" --store "$1" --port 0 --log-format json --limit-factor 1000 --accounts-per-day 0 --ready-fd 3 3>"$2" 2>"$3" &
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
      if text(ready) == "ready\n" { break }
      guard process.isRunning else { throw NotStarted(log: text(log)) }
      try await Task.sleep(for: .milliseconds(20))
    }
    guard let match = text(log).firstMatch(of: /"address":"[^"]*:([0-9]+)"/) else {
      throw NotStarted(log: text(log))
    }
    return TestServer(address: "http://127.0.0.1:\(match.1)", process, until: input, folder)
  }

  private struct NotStarted: Error { let log: String }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
