import ArgumentParser
import MonikerData
import MonikerDomain
import MonikerPresentation

/// The command `moniker photos save ID FILE`.
struct PhotosSave: ContinuousCommand {
  static let configuration = CommandConfiguration(
    commandName: "save",
    abstract: "Save one picture as an SVG file.",
    discussion: """
      EXAMPLES:
        moniker photos save 7k3f9mxa picture.svg
        moniker photos save 7k3f9mxa - > picture.svg
      """
  )

  @Argument(help: "The ID of the picture.")
  var id: String

  @Argument(help: "The file; - is standard output.", completion: .file(extensions: ["svg"]))
  var file: String

  @Flag(help: "Replace the file if it exists; the earlier one is kept beside it.")
  var force = false

  @OptionGroup var output: OutputOptions

  /// False: the only write detects a closed pipe.
  var endsWhenNobodyReads: Bool { false }

  @MainActor
  func run(_ services: Services, _ answer: inout Answer) async throws(Problem) {
    let detail = try await PhotosFront(services).detail(of: id).detail
    guard case .drawing(let drawing)? = detail.image else {
      throw Problem(.noSuchPhoto, "The photo \(detail.id) is not drawn, so it cannot be saved.")
    }
    let svg = drawing.svg(title: detail.text)
    if file == "-" {
      try answer.write(Array(svg.utf8))
    } else {
      let path = try services.otherFile(file)
      let kept = try write(svg, to: path, keeping: force ? services.keptPath(path) : nil)
      let outcome = PhotoSavedOutcome(id: detail.id, path: path, kept: kept)
      if answer.isJSON {
        try answer.write(try JSONDocument.text(outcome))
      } else if !output.quiet {
        try answer.write(outcome.text)
      }
    }
    try answer.flush()
  }

  func validate() throws {
    guard file == "-", output.answer.json else { return }
    throw ValidationError("With - the picture itself is printed, which is not JSON; omit --json.")
  }

  /// - Returns: where the replaced file is kept; nil if none was replaced.
  private func write(
    _ text: String,
    to path: String,
    keeping kept: String?
  ) throws(Problem) -> String? {
    var export: ExportFile
    do { export = try ExportFile(path: path) } catch { throw Problem(exporting: error) }
    do {
      try export.write(Array(text.utf8))
    } catch {
      export.discard()
      throw Problem(exporting: error)
    }
    return try export.publish(at: path, keeping: kept)
  }
}
