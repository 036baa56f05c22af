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
        moniker whoami --offline         What a service has told this device last.

      Prints only the nickname and a line feed. Exit status 4: the account is not
      signed in; 5: its session has ended.
      """
  )

  @Flag(help: "Do not ask the service: answer what it told this device last, and say when.")
  var offline = false

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  var network: NetworkUse { offline ? .none : .needed }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await Self.answer(services, isOffline: offline)
  }

  static func answer(
    _ services: Services,
    isOffline: Bool
  ) async throws(Problem) -> Response {
    let presenter = try services.currentSession()
    if isOffline, let service = services.service {
      let (outcome, notice) = try presenter.lastTold(try service.lastTold())
      return Response(outcome: outcome, notices: [notice])
    }
    if !services.devices.isEmpty, let identity = try await services.devices[0].identity() {
      return Response(outcome: try presenter.identified(identity))
    }
    let (outcome, notice) = try await presenter.actingAccount()
    return Response(outcome: outcome, notices: notice.map { [$0] } ?? [])
  }
}
