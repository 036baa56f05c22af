import ArgumentParser
import Moniker
import MonikerDomain
import MonikerPresentation

/// The command `moniker store limit`.
struct StoreLimitCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "limit",
    abstract: "Show or set how many events of each account are kept.",
    discussion: """
      EXAMPLES:
        moniker store limit
        moniker store limit 50

      A new store keeps the newest 1000 events of each account. The limit is kept
      in the store and applies to all its users. A lower one takes effect for an
      account when something happens to it next. Sessions that have ended are kept
      as long as the event of their end.
      """
  )

  @Argument(help: "The number of events, from 0 to 1000000; without it, the limit is shown.")
  var count: String?

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let limit = try count.map { text throws(Problem) in try Self.limit(text) }
    let stores = try services.stores
    let mustExist = output.store != nil && limit == nil
    return Response(
      outcome: try await stores.presenter.limit(
        in: stores.settings,
        set: limit,
        mustExist: mustExist
      )
    )
  }

  private static func limit(_ text: String) throws(Problem) -> Int {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber, let limit = Int(text), limit <= StoreSettings.maximumHistoryLimit else {
      throw Problem(
        .usage,
        "\"\(text)\" is not a number of events. "
          + "Give one from 0 to \(StoreSettings.maximumHistoryLimit)."
      )
    }
    return limit
  }
}
