#if Server
import ArgumentParser
import Glibc
import MonikerCommandLine

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
      guard let failure = CommandFailure(error) else { ServerCommand.exit(withError: error) }
      let text = failure.line(isJSON: isJSON)
      _ = write(STDERR_FILENO, text, text.utf8.count)
      exit(failure.status.rawValue)
    }
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
