import ArgumentParser
import MonikerPresentation

/// The command `moniker logout`.
struct Logout: Command {
  static let configuration = CommandConfiguration(
    abstract: "Sign out.",
    discussion: """
      EXAMPLES:
        moniker logout
        moniker logout mina              Signs out another account.
        moniker logout --quiet           Prints nothing unless it fails.

      The session ends for good, and no other account becomes active. If nobody is
      signed in, the command still succeeds. Exit status 6: MONIKER_AS or the file
      .moniker names an account; give the nickname.

      On a service that cannot be reached, the session ends here at once, and the
      next command ends it there.
      """
  )

  @Argument(
    help: "The nickname; if omitted, the acting account.",
    completion: NicknameCompletion.kind
  )
  var nickname: String?

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var isChange: Bool { true }

  var actingAs: String? { nickname ?? actingAccount.nickname }

  var network: NetworkUse { .optional }

  func validate() throws {
    guard nickname == nil || actingAccount.nickname == nil else {
      throw ValidationError("Give the nickname once: as the argument or with --as.")
    }
  }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onLoginScreen { await $0.clear() }
  }
}
