import Glibc
import MonikerPresentation

/// Where the process begins and ends: everything between is ``Program``.
@main
enum Main {
  static func main() async {
    Headroom.prepare()
    Signals.prepare()
    let console = Console()
    exit(await Program(console: console, surroundings: .process).run(arguments()).rawValue)
  }

  /// The arguments without the program's name; nil for each that is not UTF-8.
  ///
  /// `CommandLine.arguments` would put U+FFFD in the place of what it cannot read, and a nickname
  /// would be changed in silence.
  private static func arguments() -> [String?] {
    var arguments: [String?] = []
    for position in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = CommandLine.unsafeArgv[position] else { break }
      let bytes = UnsafeBufferPointer(start: pointer, count: strlen(pointer))
      arguments.append(
        bytes.withMemoryRebound(to: UInt8.self) { String(validating: $0, as: UTF8.self) }
      )
    }
    return arguments
  }
}
