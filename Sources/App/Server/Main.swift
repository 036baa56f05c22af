#if Server
import ArgumentParser

/// The entry point of the process, which runs ``ServerCommand``.
@main
enum Main {
  static func main() async {
    await ServerCommand.main()
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
