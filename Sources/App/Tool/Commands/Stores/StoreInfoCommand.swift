import ArgumentParser
import MonikerPresentation

/// The command `moniker store info`.
struct StoreInfoCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show which store is in use, and its size.",
    discussion: """
      A store that --store names must exist. Otherwise the answer also shows where
      the first sign-in will make the store.
      """
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let presenter = try services.stores.presenter
    return Response(outcome: try await presenter.info(mustExist: output.store != nil))
  }
}
