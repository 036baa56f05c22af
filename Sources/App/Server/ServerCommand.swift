#if Server
import ArgumentParser

/// The command `moniker-server`.
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moniker-server",
    abstract: "Serves accounts and sessions over HTTP.",
    subcommands: [Serve.self, AccountsGroup.self, StoreGroup.self],
    defaultSubcommand: Serve.self
  )
}
#endif
