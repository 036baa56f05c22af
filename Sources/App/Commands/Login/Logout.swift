import ArgumentParser
import MonikerPresentation

/// The command `moniker logout`.
struct Logout: Command {
  static let configuration = CommandConfiguration(
    abstract: "Sign out whoever is signed in.",
    discussion: """
      EXAMPLES:
        moniker logout
        moniker logout --quiet           Says nothing unless it fails.

      The session is ended for good, and nobody else becomes active. Nobody being
      signed in is done too.
      """
  )

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onLoginScreen { await $0.clear() }
  }
}
