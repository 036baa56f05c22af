import MonikerTool

/// The entry point of `moniker-remote`: the tool with the stores of services.
@main
enum Main {
  static func main() {
    #if Server
    Tool.main(reaching: RemoteConnector())
    #else
    fatalError("moniker-remote is built with the trait Server.")
    #endif
  }
}
