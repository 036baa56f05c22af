import ArgumentParser
import MonikerPresentation

/// The command `moniker accounts [list]`.
struct AccountsList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List all accounts; an asterisk marks the active one."
  )

  @Flag(help: "Print only the nicknames, one per line.")
  var names = false

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    var response = try await services.onAccountsScreen(.list)
    if var accounts = response.outcome as? AccountsOutcome {
      accounts.isOnlyNames = names
      response.outcome = accounts
    }
    return response
  }
}
