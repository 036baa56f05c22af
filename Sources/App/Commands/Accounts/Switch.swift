import ArgumentParser
import MonikerPresentation

/// The command `moniker switch [NICKNAME]`.
struct Switch: Command {
  static let configuration = CommandConfiguration(
    abstract: "Make another signed-in account active.",
    discussion: """
      EXAMPLES:
        moniker switch mina
        moniker switch                   Switches to the only other one.

      No account is signed in or out.
      """
  )

  @Argument(
    help: "The nickname; if omitted, the only other account that is signed in.",
    completion: NicknameCompletion.kind
  )
  var nickname: String?

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    do {
      return try await services.onAccountsScreen(.activate(nickname))
    } catch {
      guard error.code == .ambiguous, let prompt else { throw error }
      prompt.explain(error)
      return try await services.onAccountsScreen(.activate(try prompt.line("Nickname: ")))
    }
  }
}
