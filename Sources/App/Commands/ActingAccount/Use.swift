import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker use NICKNAME`.
struct Use: Command {
  static let configuration = CommandConfiguration(
    abstract: "Choose the account for this folder and below.",
    discussion: """
      EXAMPLES:
        cd work; moniker use gildong     whoami prints gildong there from now on.
        rm work/.moniker                 Undoes that.

      Writes the file .moniker with one line: as = NICKNAME. It takes precedence over
      the active account; --as and MONIKER_AS take precedence over it. The store is
      not changed.
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
