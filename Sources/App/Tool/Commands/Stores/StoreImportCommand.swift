import ArgumentParser
import MonikerData
import MonikerDomain
import MonikerPresentation

/// The command `moniker store import [FILE]`.
struct StoreImportCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read an export into the store.",
    discussion: """
      EXAMPLES:
        moniker store import moniker.jsonl --store sqlite:new.sqlite
        moniker store export --store plist | moniker store import --merge

      The whole export is read and checked before the store changes. A store that is
      not empty is left unchanged (exit status 6), unless --merge adds to it.
      """
  )

  @Argument(help: "The file; if omitted or -, standard input.", completion: .file())
  var file: String?

  @Flag(help: "Add to the contents of the store.")
  var merge = false

  @OptionGroup var devices: KeepDevicesOption

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let presenter = try services.stores.presenter
    let file = self.file == "-" ? nil : self.file
    guard file != nil || prompt == nil || self.file == "-" else {
      throw Problem(.usage, "Name the file of the export, or pipe the export in.")
    }
    let path = try file.map { file throws(Problem) in try services.otherFile(file) }
    let name = path ?? "standard input"
    let contents: ExportContents
    do throws(StoreFailure) {
      contents = try ExportContents(path: path)
    } catch {
      throw Problem(.store(error), importing: name)
    }
    return Response(
      outcome: try await presenter.import(
        contents,
        named: name,
        merging: merge,
        keepingDevices: devices.keepsDevices
      )
    )
  }
}
