import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker login [NICKNAME]`.
struct Login: Command {
  static let configuration = CommandConfiguration(
    abstract: "Sign in under a nickname.",
    discussion: """
      EXAMPLES:
        moniker login gildong
        moniker login                    Prompts for the nickname.
        moniker login gildong --store plist:./who.plist
        moniker login gildong --expires-in 8h
        moniker login gildong --expires-in 8h --min-remaining 10m
        moniker login gildong --expires-in 8h --sliding
        moniker login gildong --store https://moniker.example
        moniker login --link --store https://moniker.example

      A free nickname becomes yours. Signing in again keeps the session. Signing in
      under another nickname leaves the earlier session open.

      With --expires-in, a new session expires after that time. With --min-remaining,
      signing in again renews the session if less time than that is left, so scripts
      can call login each time. With --sliding, each use renews the session: login
      always does, whoami once a twentieth of that time has passed, and at most once
      a minute. An open session without an end stays without one, and a
      notice says so.

      On a service, a new account has a recovery key, which is shown once, or written
      to the new file of --recovery-key-file. A nickname that is held needs its key:
      login prompts for it, or reads it from that file. With --link, a device that is
      signed in approves a code instead.

      Exit status 6: MONIKER_AS or the file .moniker names another account, or the
      nickname looks like another account's; 75: the store is busy.
      """
  )

  @Argument(
    help: "The nickname; if omitted, login prompts for it.",
    completion: NicknameCompletion.kind
  )
  var nickname: String?

  @Option(
    help: ArgumentHelp(
      "Expire the session after this time, such as 8h or 1d12h (variable: MONIKER_EXPIRES_IN).",
      valueName: "time"
    )
  )
  var expiresIn: String?

  @Flag(help: "Count that time from each use, not from the sign-in.")
  var sliding = false

  @Option(
    help: ArgumentHelp(
      "Renew if less time than this is left, such as 10m (needs --expires-in).",
      valueName: "time"
    )
  )
  var minRemaining: String?

  @Flag(help: "Show a code to approve on a device that is signed in (services only).")
  var link = false

  @Option(
    help: ArgumentHelp(
      "The recovery key's file: read if it exists, else written; - reads standard input "
        + "(services only).",
      valueName: "file"
    ),
    completion: .file()
  )
  var recoveryKeyFile: String?

  @OptionGroup var output: OutputOptions

  var isChange: Bool { true }

  var keyFiles: KeyFiles {
    KeyFiles(
      present: recoveryKeyFile,
      new: recoveryKeyFile == "-" ? nil : recoveryKeyFile,
      isEither: true
    )
  }

  func validate() throws {
    guard !link || (nickname == nil && recoveryKeyFile == nil) else {
      throw ValidationError(
        "With --link, the device that approves chooses the account: give no nickname and no key."
      )
    }
  }

  @MainActor
  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let terms = try services.terms(
      Lifetime.Wish(expiresIn: expiresIn, isSliding: sliding, minRemaining: minRemaining)
    )
    if link { return try await signInByLink(services, on: terms) }
    if recoveryKeyFile != nil { _ = try services.service(for: "Recovery keys exist") }
    if let nickname {
      return try await services.onLoginScreen(on: terms) { await $0.login(nickname) }
    }
    guard let prompt else {
      throw Problem(
        .usage,
        "The nickname is missing. Give it: moniker login NICKNAME"
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

  private func signInByLink(
    _ services: Services,
    on terms: SessionTerms
  ) async throws(Problem) -> Response {
    let service = try services.service(for: "Codes exist")
    let actingAccount = try services.actingAccount.get()
    let signIn = try await service.signInByLink(on: terms)
    let outcome = LoginOutcome(
      signIn,
      on: terms,
      store: services.store,
      actingAccount: actingAccount
    )
    return Response(outcome: outcome, notices: outcome.notice.map { [$0] } ?? [])
  }
}
