import ArgumentParser
import MonikerPresentation

/// The command `moniker store check`.
struct StoreCheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tell whether the store is sound: exit status 65 if it is not.",
    discussion: """
      Reads all that there is, and finds what is damaged or contradicts itself. Nothing
      is changed.
      """
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    Response(outcome: try await services.stores.presenter.check())
  }
}
