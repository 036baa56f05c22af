import ArgumentParser
import MonikerPresentation

/// The command `moniker store check`.
struct StoreCheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check whether the store is sound.",
    discussion: """
      Reads the whole store, and finds damage and contradictions. Nothing is changed.
      Exit status 65: the store is damaged; 69: there is no store.
      """
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    Response(outcome: try await services.stores.presenter.check())
  }
}
