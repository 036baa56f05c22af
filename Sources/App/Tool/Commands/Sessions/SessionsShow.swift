import ArgumentParser
import MonikerPresentation

/// The command `moniker sessions show ID`.
struct SessionsShow: Command {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one session in detail."
  )

  @Argument(
    help: "The ID of the session, or its first characters.",
    completion: SessionCompletion.kind()
  )
  var id: String

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onSessionsScreen { await $0.choose(id) }
  }
}
