import ArgumentParser
import MonikerPresentation

/// The command `moniker store info`.
struct StoreInfoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show which store it is, and how much it holds."
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    Response(outcome: try await services.stores.presenter.info())
  }
}
