import ArgumentParser
import MonikerPresentation

/// The command `moniker accounts [list]`.
struct AccountsList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List all accounts; an asterisk marks the active one."
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onAccountsScreen(.list)
  }
}
