import Dispatch
import Foundation
import Glibc
import Synchronization

/// A program that was started and has not been waited for.
///
/// Its output goes to files, so that no pipe fills up and no thread has to drain one.
final class ChildProcess: Sendable {
  /// The error of a program that could not be started or waited for.
  struct Failure: Error {
    let action: String
    let code: Int32
  }

  struct TimedOut: Error {
    let words: [String]
    let written: Ending
  }

  private let launch: Launch
  private let processID: pid_t
  private let start: ContinuousClock.Instant
  private let output: OwnedDescriptor
  private let errors: OwnedDescriptor
  /// False once the process is about to be reaped: its process ID may then be reused.
  private let mayBeKilled = Mutex(true)
  private let hasTimedOut = Mutex(false)

  /// Starts the program in its own session, so that it has no controlling terminal but the given
  /// one.
  init(_ launch: Launch, at terminal: PseudoTerminal? = nil) throws {
    self.launch = launch
    let input = try OwnedDescriptor.file(holding: launch.input)
    errors = try OwnedDescriptor.file(holding: [])
    output = try OwnedDescriptor.file(holding: [])
    let brokenPipe = try OwnedDescriptor.pipeWithoutReader()
    let spawn = try Spawn()
    if let terminal {
      // The first terminal that a session leader opens becomes the session's controlling terminal.
      try spawn.open(terminal.path, as: STDIN_FILENO)
      try spawn.duplicate(STDIN_FILENO, as: STDERR_FILENO)
    } else {
      try spawn.duplicate(input.number, as: STDIN_FILENO)
      try spawn.duplicate(errors.number, as: STDERR_FILENO)
    }
    switch launch.output {
    case .kept: try spawn.duplicate(output.number, as: STDOUT_FILENO)
    case .closedPipe: try spawn.duplicate(brokenPipe.number, as: STDOUT_FILENO)
    }
    let changing = launch.folder.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0] } ?? []
    processID = try spawn.start(changing + launch.words, launch.variables)
    start = .now
    withExtendedLifetime((input, brokenPipe)) {}
  }

  /// Waits for the end of the process; blocks the thread.
  func finish() throws -> Ending {
    let status = waitForEnd()
    return try ending(status, errors: errors.content())
  }

  /// Waits for the end of the process while typing at the terminal; blocks the thread.
  func finish(at terminal: PseudoTerminal, typing: [Typing]) throws -> Ending {
    let deadline = ContinuousClock.now + launch.limit
    let transcript = terminal.converse(typing, until: deadline)
    if ContinuousClock.now >= deadline {
      hasTimedOut.withLock { $0 = true }
      kill()
    }
    return try ending(waitForEnd(), errors: transcript)
  }

  private func ending(_ status: Ending.Status, errors: [UInt8]) throws -> Ending {
    let ending = Ending(
      status: status,
      output: try output.content(),
      errors: errors,
      duration: .now - start
    )
    if hasTimedOut.withLock(\.self) { throw TimedOut(words: launch.words, written: ending) }
    return ending
  }

  private func waitForEnd() -> Ending.Status {
    // The queue holds the work item until its deadline, even if it is cancelled: with a strong
    // reference a sweep would exhaust the descriptors.
    let overdue = DispatchWorkItem { [weak self] in
      self?.hasTimedOut.withLock { $0 = true }
      self?.kill()
    }
    let queue = DispatchQueue.global()
    queue.asyncAfter(deadline: .now() + launch.limit.timeInterval, execute: overdue)
    if let delay = launch.killedAfter {
      queue.asyncAfter(deadline: .now() + delay.timeInterval) { [weak self] in self?.kill() }
    }
    var information = siginfo_t()
    while waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {
    }
    mayBeKilled.withLock { $0 = false }
    overdue.cancel()
    var status: Int32 = 0
    while waitpid(processID, &status, 0) == -1, errno == EINTR {}
    // WTERMSIG and WEXITSTATUS are macros, which Swift does not import.
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
  }

  /// Kills the process group.
  private func kill() {
    mayBeKilled.withLock { mayBeKilled in
      if mayBeKilled { _ = Glibc.kill(-processID, SIGKILL) }
    }
  }
}

extension Duration {
  /// The duration in seconds.
  var timeInterval: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

extension Launch {
  /// Runs a blocking function on a thread outside the cooperative pool.
  static func onThread<Answer: Sendable>(
    _ body: @escaping @Sendable () throws -> Answer
  ) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
    }
  }
}
