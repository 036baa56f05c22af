import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker photos show ID`.
struct PhotosShow: Command {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show one picture."
  )

  @Argument(help: "The ID of the picture.")
  var id: String

  @OptionGroup var output: OutputOptions

  @MainActor
  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let outcome = try await PhotosFront(services).detail(of: id)
    return Response(outcome: outcome, painted: { outcome.painted($0) })
  }
}
