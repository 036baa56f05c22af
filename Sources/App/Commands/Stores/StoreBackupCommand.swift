import ArgumentParser
import MonikerPresentation

/// The command `moniker store backup FILE`.
struct StoreBackupCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Write all that the store holds into a file of its own.",
    discussion: """
      EXAMPLES:
        moniker store backup ~/moniker.backup
        moniker store backup ~/moniker.backup --force    In place of an earlier one.

      The file is a store of the same kind, as of one moment, whoever writes meanwhile.
      It is there once it has proved to hold the same.
      """
  )

  @Argument(help: "The file.", completion: .file())
  var file: String

  @Flag(help: "Replace the file if there is one.")
  var force = false

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let backup = try services.stores.beside(file)
    let outcome = try await services.stores.presenter.backUp(to: backup, replacing: force)
    return Response(outcome: outcome)
  }
}
