/// A program to start, with its arguments, variables, folder and streams.
struct Launch: Sendable {
  enum Output: Sendable {
    /// Kept for the test.
    case kept
    /// A pipe whose reader was closed before the program starts.
    case closedPipe
  }

  /// The program, by path or by name in `PATH`, and its arguments.
  var words: [String]

  /// All environment variables of the program.
  var variables: [String: String]

  var input: [UInt8] = []
  var output = Output.kept

  /// The working folder; nil for that of the tests.
  var folder: String?

  /// The delay after which SIGKILL is sent; nil for never.
  var killedAfter: Duration?

  /// Whether the start waits for a free place among the running programs.
  ///
  /// False for programs that must run concurrently, and for one that waits for long.
  var isGated = true

  /// The time limit of the program, which only ends a hang.
  var limit = Duration.seconds(1_200)

  /// Starts the program and waits for its end on its own thread.
  func run() async throws -> Ending {
    isGated ? try await Gate.processes.pass { try await runNow() } : try await runNow()
  }

  private func runNow() async throws -> Ending {
    try await Self.onThread { try ChildProcess(self).finish() }
  }
}
