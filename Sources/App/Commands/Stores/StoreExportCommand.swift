import ArgumentParser
import MonikerData
import MonikerDomain
import MonikerPresentation

/// The command `moniker store export [FILE]`.
struct StoreExportCommand: ContinuousCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write all that the store holds as lines of JSON.",
    discussion: """
      EXAMPLES:
        moniker store export > moniker.jsonl
        moniker store export moniker.jsonl --force

      Each line is an object with a type: account, session, event, and at last end, with
      a checksum. It is all as of one moment, whoever writes meanwhile. Whoever has the
      lines knows who signed in when and where; a file is made for its owner alone.
      """
  )

  @Argument(help: "The file; without it, standard output.", completion: .file())
  var file: String?

  @Flag(help: "Replace the file if there is one.")
  var force = false

  @OptionGroup var output: OutputOptions

  /// Whoever reads no more is found out by writing; and where a file is written nobody reads.
  var endsWhenNobodyReads: Bool { false }

  func run(_ services: Services, _ answer: inout Answer) async throws(Problem) {
    let stores = services.stores
    let contents = try await stores.presenter.contents()
    guard let file else {
      _ = try await write(contents, stores) { bytes throws(Problem) in
        try answer.write(bytes)
        return !answer.isUnread
      }
      return try answer.flush()
    }
    let path = try stores.path(file)
    if let store = stores.present.description.location, ExportFile.isSame(path, as: store) {
      throw Problem(.usage, "\(path) is the store itself. Name another file.")
    }
    let count = try await write(contents, stores, to: path)
    let outcome = stores.presenter.exported(count, to: path)
    if answer.isJSON {
      try answer.write(try JSONDocument.text(outcome))
    } else if !output.quiet {
      try answer.write(outcome.text)
    }
    try answer.flush()
  }

  private func write(
    _ contents: any StoreContents,
    _ stores: StoreServices,
    to path: String
  ) async throws(Problem) -> Int {
    var export: ExportFile
    do throws(StoreFailure) {
      export = try ExportFile(path: path)
    } catch {
      throw Problem(exporting: error)
    }
    let count: Int
    do throws(Problem) {
      count = try await write(contents, stores) { bytes throws(Problem) in
        do throws(StoreFailure) { try export.write(bytes) } catch {
          throw Problem(exporting: error)
        }
        return true
      }
    } catch {
      export.discard()
      throw error
    }
    let isPlaced: Bool
    do throws(StoreFailure) {
      isPlaced = try export.publish(replacing: force)
    } catch {
      throw Problem(exporting: error)
    }
    guard isPlaced else {
      throw Problem(
        .storeNotEmpty,
        "The file \(path) is there already. Choose another name, or say --force."
      )
    }
    return count
  }

  /// - Parameter take: takes the next bytes, and says whether more are wanted.
  /// - Returns: how many records were written.
  private func write(
    _ contents: any StoreContents,
    _ stores: StoreServices,
    _ take: ([UInt8]) throws(Problem) -> Bool
  ) async throws(Problem) -> Int {
    var text = ExportText()
    var count = 0
    do {
      var isWanted = try take(try text.beginning())
      while isWanted, case let records = try await contents.next(), !records.isEmpty {
        for record in records where isWanted { isWanted = try take(try text.line(for: record)) }
        count += records.count
        stores.report(CopyProgress(done: count, total: nil))
      }
      // The marks are none of them.
      return count - 1
    } catch let failure as StoreFailure {
      throw Problem(failure)
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(.failure, "The export failed: \(error)")
    }
  }
}
