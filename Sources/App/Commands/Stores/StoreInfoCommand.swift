import ArgumentParser
import MonikerPresentation

/// The command `moniker store info`.
struct StoreInfoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show which store is in use, and its size."
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    Response(outcome: try await services.stores.presenter.info())
  }
}
