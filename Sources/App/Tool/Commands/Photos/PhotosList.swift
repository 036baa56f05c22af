import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker photos list`.
struct PhotosList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Show pictures at random."
  )

  @Option(help: "The number of pictures, from 0 to 30.")
  var count = 10

  @Option(help: "The picture that the row of dots marks, from 1 (on a terminal).")
  var page = 1

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard page < 1 else { return }
    throw ValidationError("There is no page \(page). Give a number from 1 on.")
  }

  @MainActor
  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let front = PhotosFront(services)
    let controller = try front.makeCollection(of: count)
    await controller.fetch()
    if let problem = controller.screen.problem { throw problem }
    // The collection is scrolled by whole pages.
    controller.scroll(toOffset: Double(page - 1), width: 1)
    guard let collection = controller.screen.collection else {
      throw Problem(.failure, "The photos screen showed nothing.")
    }
    return Response(outcome: collection, painted: { collection.painted($0) })
  }
}
