import MonikerTool

/// The entry point of `moniker`.
@main
enum Main {
  static func main() {
    Tool.main(reaching: RemoteProgram())
  }
}
