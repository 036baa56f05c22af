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
        cd work; moniker use --remove    Undoes that.

      Writes the file .moniker with one line: as = NICKNAME. It takes precedence over
      the active account; --as and MONIKER_AS take precedence over it. The store is
      not changed.
      """
  )

  @Argument(help: "The nickname.", completion: NicknameCompletion.kind)
  var nickname: String?

  @Flag(help: "Remove the file .moniker from this folder.")
  var remove = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (nickname == nil) == remove else {
      throw ValidationError("Give either a nickname or --remove.")
    }
  }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    guard let nickname else {
      let (path, wasThere) = try services.removeNameInFolder()
      return Response(outcome: UseRemovalOutcome(path: path, wasThere: wasThere))
    }
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
