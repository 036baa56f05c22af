import ArgumentParser
import MonikerPresentation

/// The command `moniker login [NICKNAME]`.
struct Login: Command {
  static let configuration = CommandConfiguration(
    abstract: "Sign in under a nickname.",
    discussion: """
      EXAMPLES:
        moniker login gildong
        moniker login                    Asks for the nickname.
        moniker login gildong --store plist:./who.plist

      A nickname that nobody holds becomes yours. Signing in again keeps the
      session; signing in as somebody else leaves the earlier session open.
      """
  )

  @Argument(
    help: "The nickname; asked for at a terminal if it is left out.",
    completion: NicknameCompletion.kind
  )
  var nickname: String?

  @OptionGroup var output: OutputOptions

  @MainActor
  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    if let nickname { return try await services.onLoginScreen { await $0.login(nickname) } }
    guard let prompt else {
      throw Problem(
        .usage,
        "The nickname is missing, and there is nobody to ask. Give it: moniker login NICKNAME"
      )
    }
    let screen = try services.loginScreen()
    await screen.settled()
    // A store that fails is told of before the person types anything.
    if case .failed(let problem) = screen.state.report { throw problem }
    while true {
      await screen.login(try prompt.line("Nickname: "))
      guard case .failed(let problem) = screen.state.report, problem.code == .invalidNickname
      else { return try screen.response() }
      prompt.explain(problem)
    }
  }
}
