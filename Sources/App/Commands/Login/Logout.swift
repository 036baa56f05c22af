import ArgumentParser
import MonikerPresentation

/// The command `moniker logout`.
struct Logout: Command {
  static let configuration = CommandConfiguration(
    abstract: "Sign out.",
    discussion: """
      EXAMPLES:
        moniker logout
        moniker logout --quiet           Prints nothing unless it fails.

      The session ends for good, and no other account becomes active. If nobody is
      signed in, the command still succeeds.
      """
  )

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onLoginScreen { await $0.clear() }
  }
}
