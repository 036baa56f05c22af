import ArgumentParser
import MonikerPresentation

/// The command `moniker store backup FILE`.
struct StoreBackupCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Back up the store to a file.",
    discussion: """
      EXAMPLES:
        moniker store backup ~/moniker.backup
        moniker store backup ~/moniker.backup --force    Replaces an earlier one.

      The file is a store of the same kind, as of one moment, even if other programs
      write to the store meanwhile. It is compared with the store before it is put in
      place. An earlier file that --force replaces is kept beside it, under a name
      that is printed.
      """
  )

  @Argument(help: "The file.", completion: .file())
  var file: String

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let backup = try services.stores.beside(file)
    let path = force ? services.keptPath(backup.description.name) : nil
    let outcome = try await services.stores.presenter.backUp(to: backup, keeping: path)
    return Response(outcome: outcome)
  }
}
