import ArgumentParser
import MonikerPresentation

/// The command `moniker sessions [list]`.
struct SessionsList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the sessions; an asterisk marks the active one."
  )

  // Unconditional: a negative number must not be taken for an option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show only the newest n ended sessions, up to 10000.", valueName: "n")
  )
  var limit = 10

  @OptionGroup var output: OutputOptions

  func validate() throws {
    // The list is aligned as a whole, and so kept in memory.
    guard (0...10_000).contains(limit) else {
      throw ValidationError("--limit must be a number from 0 to 10000.")
    }
  }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onSessionsScreen { await $0.list(endedLimit: limit) }
  }
}
