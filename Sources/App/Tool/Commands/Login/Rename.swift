import ArgumentParser
import MonikerPresentation

/// The command `moniker rename NEW`.
struct Rename: Command {
  static let configuration = CommandConfiguration(
    abstract: "Change your nickname.",
    discussion: """
      EXAMPLES:
        moniker rename hong
        moniker rename Hong              Changes only the case.

      The account and its sessions stay the same. The old nickname is free at once,
      unless nicknames rest in the store.
      """
  )

  @Argument(help: "The new nickname.")
  var new: String

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var isChange: Bool { true }

  var actingAs: String? { actingAccount.nickname }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onLoginScreen { await $0.rename(to: new) }
  }
}
