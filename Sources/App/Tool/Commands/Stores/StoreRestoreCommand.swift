import ArgumentParser
import MonikerPresentation

/// The command `moniker store restore FILE`.
struct StoreRestoreCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Replace the store with a backup.",
    discussion: """
      EXAMPLES:
        moniker store restore ~/moniker.backup

      The file may be a store of any kind; it is checked first. The replaced store is
      kept beside the new one, under a name that is printed. If there is no store, it
      creates one. Devices of a service must be registered again.
      """
  )

  @Argument(help: "The file.", completion: .file())
  var file: String

  @OptionGroup var devices: KeepDevicesOption

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let stores = try services.stores
    let outcome = try await stores.presenter.restore(
      from: try stores.file(file),
      keeping: services.keptPath(stores.present.description.name),
      keepingDevices: devices.keepsDevices
    )
    return Response(outcome: outcome)
  }
}
