import ArgumentParser
import MonikerPresentation

/// The command `moniker sessions show ID`.
struct SessionsShow: Command {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show all about one session."
  )

  @Argument(help: "The actingAccount of the session, or the beginning of it.")
  var id: String

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onSessionsScreen { await $0.choose(id) }
  }
}
