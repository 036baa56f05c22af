import ArgumentParser
import MonikerPresentation

/// The command `moniker switch [NICKNAME]`.
struct Switch: Command {
  static let configuration = CommandConfiguration(
    abstract: "Make another account that is signed in the active one.",
    discussion: """
      EXAMPLES:
        moniker switch mina
        moniker switch                   To the other one of two.

      Nobody is signed in or out by it.
      """
  )

  @Argument(
    help: "The nickname; if it is left out, the only other one that is signed in.",
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
