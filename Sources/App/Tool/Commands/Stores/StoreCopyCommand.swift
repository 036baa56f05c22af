import ArgumentParser
import MonikerPresentation

/// The command `moniker store copy --from STORE --to STORE`.
struct StoreCopyCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a store into another one of any kind.",
    discussion: """
      EXAMPLES:
        moniker store copy --from sqlite --to plist
        moniker store copy --from plist:old.plist --to sqlite --merge

      --from and --to name the stores; --store is not accepted.

      The copy is compared with its source before it is put in place. With --merge,
      accounts, sessions and events are added to those in the target; if any
      contradict them, nothing is added. A copy keeps the devices of a service; after
      --merge they must be registered again.
      """
  )

  @Option(help: ArgumentHelp("The store to copy from.", valueName: "store"))
  var from: String

  @Option(help: ArgumentHelp("The store to copy to.", valueName: "store"))
  var to: String

  @Flag(help: "Add to the contents of the target.")
  var merge = false

  @OptionGroup var devices: KeepDevicesOption

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard output.store == nil else {
      throw ValidationError("Use --from and --to, not --store.")
    }
  }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let source = try services.namedStore(from, "--from")
    let target = try services.namedStore(to, "--to")
    let presenter = StorePresenter(store: source, report: services.report)
    do {
      return Response(
        outcome: try await presenter.copy(
          to: target,
          merging: merge,
          keepingDevices: devices.keepsDevices
        )
      )
    } catch {
      guard error.remedies.contains(.recover) else { throw error }
      // The proposed commands would recover the store of --store, which is neither of these.
      throw Problem(error.code, error.message, error.remedies.filter { $0 != .recover })
    }
  }
}
