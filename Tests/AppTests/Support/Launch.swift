/// A program to start, with everything that it is given.
struct Launch: Sendable {
  enum Output: Sendable {
    /// Is kept for the test to look at.
    case kept
    /// A pipe whose reader has gone before the program starts.
    case closedPipe
  }

  /// The program, by path or as `PATH` finds it, and its arguments.
  var words: [String]

  /// All variables that the program sees.
  var variables: [String: String]

  var input: [UInt8] = []
  var output = Output.kept

  /// The folder to start in; nil for that of the tests.
  var folder: String?

  /// When to send SIGKILL, after the start; nil for never.
  var killedAfter: Duration?

  /// Whether other programs hold up the start of this one.
  ///
  /// Not where several have to run at once,
  /// nor where this one waits for long.
  var isGated = true

  /// For how long the program may run: only a hang takes so long.
  var limit = Duration.seconds(1_200)

  /// Starts the program and waits for its end, on a thread that nobody else needs.
  func run() async throws -> Ending {
    isGated ? try await Gate.processes.pass { try await runNow() } : try await runNow()
  }

  private func runNow() async throws -> Ending {
    try await Self.onThread { try ChildProcess(self).finish() }
  }
}
