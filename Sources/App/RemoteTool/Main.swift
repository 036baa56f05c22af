#if Server
import MonikerTool

/// The entry point of `moniker-remote`: the tool with the stores of services.
@main
enum Main {
  static func main() { Tool.main(reaching: RemoteConnector()) }
}
#else
import Glibc

/// The entry point of a build without the trait Server: it says how the program is built.
@main
enum Main {
  static func main() {
    let text =
      "moniker-remote was built without the trait Server. Build it with --enable-all-traits.\n"
    _ = write(STDERR_FILENO, text, text.utf8.count)
    exit(64)
  }
}
#endif
