import ArgumentParser
import MonikerPresentation

/// The command `moniker accounts add NICKNAME`.
struct AccountsAdd: Command {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an account without signing it in.",
    discussion: """
      EXAMPLES:
        moniker accounts add mina
      """
  )

  @Argument(help: "The nickname.")
  var nickname: String

  @OptionGroup var output: OutputOptions

  var isChange: Bool { true }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    guard services.service == nil else {
      throw Problem(
        .usage,
        "A service makes an account only when somebody signs in. Sign in with: moniker login NICKNAME"
      )
    }
    return try await services.onAccountsScreen(.add(nickname))
  }
}
