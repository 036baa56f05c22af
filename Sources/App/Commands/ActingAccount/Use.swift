import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker use NICKNAME`.
struct Use: Command {
  static let configuration = CommandConfiguration(
    abstract: "Name who is meant in this folder and below it.",
    discussion: """
      EXAMPLES:
        cd work; moniker use gildong     whoami says gildong there from now on.
        rm work/.moniker                 Ends that.

      Writes the file .moniker, which holds one line: as = NICKNAME. It decides over
      whoever is active; --as and MONIKER_AS decide over it. Nothing that is stored
      changes.
      """
  )

  @Argument(help: "The nickname.", completion: NicknameCompletion.kind)
  var nickname: String

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let presenter = UsePresenter(
      session: services.userSession,
      policy: .reservingOwnNames,
      // A bad project file is no obstacle: this command replaces it.
      actingAccount: (try? services.actingAccount.get()) ?? .active,
      write: services.nameInFolder
    )
    let outcome = try await presenter.use(nickname)
    return Response(outcome: outcome, notices: outcome.notice.map { [$0] } ?? [])
  }
}
