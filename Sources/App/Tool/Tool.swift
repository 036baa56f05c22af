import Dispatch
import Glibc
import MonikerCommandLine
import MonikerData
import MonikerModel
import MonikerPresentation

/// The tool from the start of its process to the end, which runs ``Program``.
///
/// It is not asynchronous: an asynchronous entry would start threads even for `moniker whoami`, and
/// its exit would search the unwind tables of the whole program.
package enum Tool {
  /// Runs the tool with the arguments of this process.
  ///
  /// - Parameter services: reaches the stores of services.
  package static func main(reaching services: any ServiceConnector) -> Never {
    Headroom.prepare()
    Signals.prepare()
    let words = arguments()
    let environment = Environment.process(services)
    if let given = Whoami.plainOptions(in: words) { tellWho(given, environment) }
    let program = Program(console: Console(), environment: environment)
    if let status = program.failureToBegin(words) { exit(status.rawValue) }
    Environment.$present.withValue(environment) {
      _ = Task { exit(await program.run(words).rawValue) }
    }
    // The main actor needs the main queue.
    dispatchMain()
  }

  /// Runs `moniker whoami` on the calling thread only, since prompts and scripts call it often and
  /// wait for it.
  private static func tellWho(_ given: GivenOptions, _ environment: Environment) -> Never {
    let executor = BlockingExecutor()
    var environment = environment
    environment.blockingCalls = executor
    let program = Program(console: Console(), environment: environment)
    executor.runOnCallingThread {
      let status = await program.run(given) { services, _ async throws(Problem) in
        try await Whoami.answer(services, isOffline: given.network == .none)
      }
      exit(status.rawValue)
    }
  }

  /// The arguments without the program's name; nil for each that is not UTF-8.
  ///
  /// `CommandLine.arguments` replaces invalid bytes with U+FFFD, which would silently change a
  /// nickname.
  private static func arguments() -> [String?] {
    guard CommandLine.argc > 0 else { return argumentsFromKernel() }
    return (1..<max(1, Int(CommandLine.argc))).map { position in
      CommandLine.unsafeArgv[position].flatMap { String(validatingCString: $0) }
    }
  }

  /// The arguments, if `CommandLine` has none: it searches for them next to the environment, which a
  /// preloaded library may have moved.
  private static func argumentsFromKernel() -> [String?] {
    // This fails only for a lack of descriptors, which `failureToBegin` reports: without /proc the
    // Swift runtime ends the process.
    guard let file = fopen("/proc/self/cmdline", "re") else { return [] }
    var (word, size) = (UnsafeMutablePointer<CChar>?.none, 0)
    defer {
      free(word)
      fclose(file)
    }
    var words: [String?] = []
    while getdelim(&word, &size, 0, file) > 0 {
      words.append(word.flatMap { String(validatingCString: $0) })
    }
    return Array(words.dropFirst())
  }
}
