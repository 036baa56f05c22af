import ArgumentParser
import MonikerPresentation

/// The command `moniker store repair`.
struct StoreRepairCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Recover what can be read from a damaged store.",
    discussion: """
      Makes a new store of the records that can be read, and prints what was lost.
      The damaged store is kept unchanged beside it, under a name that is printed.
      A sound store is left unchanged. If there is a backup, restoring it may lose
      less than a repair. No other program may have the store open (exit status 75).
      """
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let stores = try services.stores
    let path = services.keptPath(stores.present.description.name)
    return Response(outcome: try await stores.presenter.repair(keeping: path))
  }
}
