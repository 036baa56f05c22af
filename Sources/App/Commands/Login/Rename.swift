import ArgumentParser
import MonikerPresentation

/// The command `moniker rename NEW`.
struct Rename: Command {
  static let configuration = CommandConfiguration(
    abstract: "Change the nickname of whoever is signed in.",
    discussion: """
      EXAMPLES:
        moniker rename hong
        moniker rename Hong              The same name in capitals, say.

      The account and its sessions stay the same; the old nickname is free at once.
      """
  )

  @Argument(help: "The new nickname.")
  var new: String

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onLoginScreen { await $0.rename(to: new) }
  }
}
