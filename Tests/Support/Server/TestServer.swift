import Foundation

/// A real `moniker-server` on a free port of loopback; it ends with the last reference to it.
public final class TestServer: Sendable {
  /// Its address.
  public let address: String

  /// Keeps the server running: nothing is written to it.
  private let input: FileHandle

  private init(address: String, until input: FileHandle) {
    self.address = address
    self.input = input
  }

  // The shell ends the server. A wait for it here would block a thread that other tests need.
  deinit { try? input.close() }

  /// Starts a server, and waits until it is ready.
  ///
  /// - Parameter store: the value of its option `--store`; nil for a file of its own.
  public static func started(on store: String? = nil) async throws -> TestServer {
    // The shell removes it, when the server has ended.
    let folder = try makeFolder()
    let running = "\(folder)/running"
    // A pipe in the file system is opened and kept from other processes in one step: a server that
    // inherited it would keep this one running.
    let descriptor = mkfifo(running, 0o600) == 0 ? open(running, O_RDWR | O_CLOEXEC) : -1
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
    let input = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = (tests as NSString).deletingLastPathComponent + "/moniker-server"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let ready = "\(folder)/ready"
    let log = "\(folder)/log"
    // The input of `cat` ends with this process, however it ends, and the server with the input.
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.arguments = [
      "-c",
      #"""
      "$0" --store "$1" --port 0 --log-format json --limit-factor 1000 --accounts-per-day 0 --ready-fd 3 3>"$2" 2>"$3" &
      cat < "$4/running"
      kill $!
      wait $!
      rm -r "$4"
      """#,
      program, store ?? "sqlite:\(folder)/store.sqlite", ready, log, folder,
    ]
    process.environment = ["HOME": folder]
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
    return TestServer(address: "http://127.0.0.1:\(match.1)", until: input)
  }

  private static func makeFolder() throws -> String {
    let place = URL(filePath: NSTemporaryDirectory()).appending(path: "moniker-test-XXXXXX").path
    var template = Array(place.utf8CString)
    guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private struct NotStarted: Error { let log: String }

  private static func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }
}
