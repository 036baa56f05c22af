import Dispatch
import Glibc
import MonikerData
import MonikerPresentation

/// Where the process begins and ends: everything between is ``Program``.
///
/// The entry is not asynchronous: as one it would make threads for whoever asks a single thing, and the end
/// of its own would be searched for in the unwind tables of the whole program.
@main
enum Main {
  static func main() {
    Headroom.prepare()
    Signals.prepare()
    let words = arguments()
    if let given = Whoami.plainOptions(in: words) { tellWho(given) }
    let program = Program(console: Console(), environment: .process)
    if let status = program.failureToBegin(words) { exit(status.rawValue) }
    Task { exit(await program.run(words).rawValue) }
    // The login screen and others are on the main actor.
    dispatchMain()
  }

  /// Prompts and scripts ask this again and again, and wait for it.
  private static func tellWho(_ given: GivenOptions) -> Never {
    let executor = BlockingExecutor()
    var environment = Environment.process
    environment.blockingCalls = executor
    let program = Program(console: Console(), environment: environment)
    executor.runOnCallingThread {
      let status = await program.run(given) { services, _ async throws(Problem) in
        try await Whoami.answer(services)
      }
      exit(status.rawValue)
    }
  }

  /// The arguments without the program's name; nil for each that is not UTF-8.
  ///
  /// `CommandLine.arguments` replaces invalid bytes by U+FFFD, which would change a nickname silently.
  private static func arguments() -> [String?] {
    (1..<max(1, Int(CommandLine.argc))).map { position in
      CommandLine.unsafeArgv[position].flatMap { String(validatingCString: $0) }
    }
  }
}
