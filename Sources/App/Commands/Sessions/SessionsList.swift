import ArgumentParser
import MonikerPresentation

/// The command `moniker sessions [list]`.
struct SessionsList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sessions; an asterisk marks the active one."
  )

  @Option(help: ArgumentHelp("Show only the newest n ended sessions.", valueName: "n"))
  var limit = 10

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit must be 0 or more.") }
  }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onSessionsScreen { await $0.list(endedLimit: limit) }
  }
}
