import ArgumentParser
import MonikerPresentation

/// The command `moniker status`.
struct Status: Command {
  static let configuration = CommandConfiguration(
    abstract: "Show who is signed in, and the settings in force.",
    discussion: """
      EXAMPLES:
        moniker status
        moniker status --json

      Exit status 4: the account is not signed in; 5: its session has ended. The
      answer is printed in both cases.
      """
  )

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let presenter = try services.currentSession()
    return Response(
      outcome: try await presenter.status(
        storeSetting: services.storeSetting,
        homeSetting: services.homeSetting
      )
    )
  }
}
