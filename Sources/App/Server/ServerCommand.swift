#if Server
import ArgumentParser
import MonikerCommandLine

/// The command `moniker-server`.
struct ServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "moniker-server",
    abstract: "Serves accounts and sessions over HTTP.",
    version: Release.version,
    subcommands: [Serve.self, AccountsGroup.self, StoreGroup.self],
    defaultSubcommand: Serve.self
  )
}
#endif
