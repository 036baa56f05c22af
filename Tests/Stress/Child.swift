import Foundation
import Glibc

/// A child process of this program that does a part of the work.
final class Child {
  private let process = Process()

  /// Starts the child with these arguments.
  init(_ words: [String]) throws {
    process.executableURL = URL(
      filePath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    )
    process.arguments = words
    try process.run()
  }

  var isRunning: Bool { process.isRunning }

  /// Kills the child, and waits until it has ended.
  func kill() {
    _ = Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// A description of its ending; nil if it ended successfully.
  var fault: String? {
    process.waitUntilExit()
    let status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal { return "it was ended by signal \(status)" }
    return status == 0 ? nil : "it ended with \(status)"
  }
}

/// Waits before the next check of the children, which send no events.
///
/// No result depends on the number of checks.
func waitBetweenChecks() { usleep(2_000) }

/// The monotonic time in nanoseconds, from a clock that all processes share.
func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
