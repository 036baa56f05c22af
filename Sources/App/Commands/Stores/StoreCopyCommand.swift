import ArgumentParser
import MonikerPresentation

/// The command `moniker store copy --from STORE --to STORE`.
struct StoreCopyCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy all that one store holds into another one, of whatever kind.",
    discussion: """
      EXAMPLES:
        moniker store copy --from sqlite --to plist
        moniker store copy --from plist:old.plist --to sqlite --merge

      The copy is there once it has proved to hold the same. One that is broken off goes
      on where it was when it is started again. With --merge accounts, sessions and
      events are added to those that are there, or nothing is if they contradict.
      """
  )

  @Option(help: ArgumentHelp("The store that is copied.", valueName: "store"))
  var from: String

  @Option(help: ArgumentHelp("The store that is filled.", valueName: "store"))
  var to: String

  @Flag(help: "Add to what the other store holds.")
  var merge = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard output.store == nil else {
      throw ValidationError("Say --from and --to, and not --store.")
    }
  }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let source = try services.stores.named(from, "--from")
    let target = try services.stores.named(to, "--to")
    let presenter = StorePresenter(store: source, report: services.stores.report)
    return Response(outcome: try await presenter.copy(to: target, merging: merge))
  }
}
