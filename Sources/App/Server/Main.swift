#if Server
import ArgumentParser
import Glibc
import MonikerCommandLine
import MonikerPresentation

/// The entry point of the process, which runs ``ServerCommand``.
@main
enum Main {
  static func main() async {
    var isJSON = false
    do {
      var command = try ServerCommand.parseAsRoot()
      isJSON = (command as? any OperatorCommand)?.options.json ?? false
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let mistake = mistake(error)
      guard let failure = CommandFailure(error) ?? mistake else {
        ServerCommand.exit(withError: error)
      }
      let text = failure.line(isJSON: isJSON || mistake != nil)
      _ = write(STDERR_FILENO, text, text.utf8.count)
      exit(failure.status.rawValue)
    }
  }
}

extension Main {
  /// A mistake in arguments that ask for JSON; nil for anything else, which the argument parser words.
  private static func mistake(_ error: any Error) -> CommandFailure? {
    let arguments = CommandLine.arguments.dropFirst().prefix { $0 != "--" }
    guard arguments.contains("--json"), !(error is ExitCode),
      ServerCommand.exitCode(for: error) != .success
    else { return nil }
    let message = ServerCommand.fullMessage(for: error)
    return CommandFailure(
      Problem(.usage, message.hasPrefix("Error: ") ? String(message.dropFirst(7)) : message)
    )
  }
}
#else
import Glibc

/// The entry point of a build without the trait Server: it says how the server is built.
@main
enum Main {
  static func main() {
    let text =
      "moniker-server was built without the trait Server. Build it with --enable-all-traits.\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
    exit(64)
  }
}
#endif
