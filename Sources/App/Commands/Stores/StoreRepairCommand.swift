import ArgumentParser
import MonikerPresentation

/// The command `moniker store repair`.
struct StoreRepairCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Make a new store of what can be read of a damaged one.",
    discussion: """
      Tells what was lost. What was there is kept beside it, as it is, under a name that
      is told. A store that is sound is left alone. If there is a backup, restoring that
      may lose less.
      """
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    Response(
      outcome: try await services.stores.presenter.repair(keeping: services.stores.keptPath())
    )
  }
}
