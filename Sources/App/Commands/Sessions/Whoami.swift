import ArgumentParser
import MonikerPresentation

/// The command `moniker whoami`.
struct Whoami: Command {
  static let configuration = CommandConfiguration(
    abstract: "Print your nickname.",
    discussion: """
      EXAMPLES:
        moniker whoami
        moniker whoami --json            Prints the session in JSON.
        name=$(moniker whoami) || exit   In a script.

      Prints only the nickname and a line feed. Exit status 4: the account is not
      signed in; 5: its session has ended.
      """
  )

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await Self.answer(services)
  }

  static func answer(_ services: Services) async throws(Problem) -> Response {
    let presenter = try services.currentSession()
    let (outcome, notice) = try await presenter.actingAccount()
    return Response(outcome: outcome, notices: notice.map { [$0] } ?? [])
  }
}
