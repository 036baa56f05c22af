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
        moniker login gildong --expires-in 8h
        moniker login gildong --expires-in 8h --min-remaining 10m
        moniker login gildong --expires-in 8h --sliding

      A nickname that nobody holds becomes yours. Signing in again keeps the
      session; signing in as somebody else leaves the earlier session open. A
      session ends by itself if it is given a time, and --min-remaining renews it
      if less than that is left: scripts may always call it. One that is --sliding lasts
      that long from each use on: login renews it, whoami once a minute at the most.
      """
  )

  @Argument(
    help: "The nickname; asked for at a terminal if it is left out.",
    completion: NicknameCompletion.kind
  )
  var nickname: String?

  @Option(
    help: ArgumentHelp(
      "Sign out by itself after so long, such as 8h or 1d12h (variable: MONIKER_EXPIRES_IN).",
      valueName: "time"
    )
  )
  var expiresIn: String?

  @Flag(help: "Count that time from each use on, and not from signing in.")
  var sliding = false

  @Option(
    help: ArgumentHelp(
      "Renew the session if less than this is left of it, such as 10m.",
      valueName: "time"
    )
  )
  var minRemaining: String?

  @OptionGroup var output: OutputOptions

  @MainActor
  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let terms = try services.terms(
      Lifetime.Wish(expiresIn: expiresIn, isSliding: sliding, minRemaining: minRemaining)
    )
    if let nickname {
      return try await services.onLoginScreen(on: terms) { await $0.login(nickname) }
    }
    guard let prompt else {
      throw Problem(
        .usage,
        "The nickname is missing, and there is nobody to ask. Give it: moniker login NICKNAME"
      )
    }
    let screen = try services.loginScreen(on: terms)
    await screen.settled()
    // Report a failure of the store before asking for anything.
    if case .failed(let problem) = screen.state.report { throw problem }
    while true {
      await screen.login(try prompt.line("Nickname: "))
      guard case .failed(let problem) = screen.state.report, problem.code == .invalidNickname
      else { return try screen.response() }
      prompt.explain(problem)
    }
  }
}
