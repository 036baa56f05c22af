import ArgumentParser
import MonikerData
import MonikerDomain
import MonikerPresentation

/// The command `moniker store export [FILE]`.
struct StoreExportCommand: ContinuousCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write the whole store as lines of JSON.",
    discussion: """
      EXAMPLES:
        moniker store export > moniker.jsonl
        moniker store export moniker.jsonl --force

      Each line is an object with a type: account, session, event, and finally end,
      with a checksum. All are as of one moment, even if other programs write to the
      store meanwhile. The lines show who signed in, when and where, so a file is
      readable by its owner only. An earlier file that --force replaces is kept
      beside it, under a name that is printed.
      """
  )

  @Argument(help: "The file; if omitted or -, standard output.", completion: .file())
  var file: String?

  @Flag(help: "Replace the file if it exists.")
  var force = false

  @OptionGroup var output: OutputOptions

  /// False: the next write detects a closed pipe.
  var endsWhenNobodyReads: Bool { false }

  func run(_ services: Services, _ answer: inout Answer) async throws(Problem) {
    let stores = try services.stores
    let contents = try await stores.presenter.contents()
    guard let file, file != "-" else {
      var text = ExportText()
      try answer.write(try exporting { () throws(StoreFailure) in try text.beginning() })
      let name = "standard output"
      _ = try await stores.presenter.export(contents, named: name) { record throws(Problem) in
        try answer.write(try exporting { () throws(StoreFailure) in try text.line(for: record) })
        return !answer.isUnread
      }
      return try answer.flush()
    }
    let path = try services.otherFile(file)
    let kept = force ? services.keptPath(path) : nil
    let outcome = try await write(contents, stores, to: path, keeping: kept)
    if answer.isJSON {
      try answer.write(try JSONDocument.text(outcome))
    } else if !output.quiet || !outcome.isConfirmation {
      try answer.write(outcome.text)
    }
    try answer.flush()
  }

  private func write(
    _ contents: any StoreContents,
    _ stores: StoreServices,
    to path: String,
    keeping kept: String?
  ) async throws(Problem) -> StoreCopyOutcome {
    var text = ExportText()
    var export = try exporting { () throws(StoreFailure) in try ExportFile(path: path) }
    var outcome: StoreCopyOutcome
    do {
      try exporting { () throws(StoreFailure) in try export.write(try text.beginning()) }
      outcome = try await stores.presenter.export(contents, named: path) {
        record throws(Problem) in
        try exporting { () throws(StoreFailure) in try export.write(try text.line(for: record)) }
        return true
      }
    } catch {
      export.discard()
      throw error
    }
    outcome.kept = try export.publish(at: path, keeping: kept)
    return outcome
  }

  /// Runs a closure, and describes a failure as one of writing the export.
  private func exporting<Value: ~Copyable>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(Problem) -> Value {
    do { return try body() } catch { throw Problem(exporting: error) }
  }
}
