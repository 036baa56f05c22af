import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// A subcommand on a store with a single answer.
protocol Command: AsyncParsableCommand {
  var output: OutputOptions { get }

  /// The value of `--as`; nil if it was not given, or the command has no such option.
  var actingAs: String? { get }

  /// Whether it changes accounts or sessions; expired sessions are then recorded, too.
  var isChange: Bool { get }

  /// The files of recovery keys; none, if it has no such option.
  var keyFiles: KeyFiles { get }

  /// Whether it needs the network, on the store of a service.
  var network: NetworkUse { get }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - services: the use cases and settings.
  ///   - prompt: asks the person; nil if nobody can be asked.
  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response
}

extension Command {
  /// Nil, for commands without the option.
  var actingAs: String? { nil }

  /// None, for commands without the options.
  var keyFiles: KeyFiles { KeyFiles() }

  /// Needed, for most commands.
  var network: NetworkUse { .needed }

  /// False, for commands that only read, and those on whole stores.
  var isChange: Bool { false }
}

/// The outcome of a command, and the notices to write with it.
struct Response {
  var outcome: any Outcome
  /// Returns the outcome as a terminal shows it, which has these colours or none; nil for its text.
  var painted: (@Sendable (TerminalColors?) -> String)?
  var notices: [Message] = []
}

extension Services {
  /// Runs one action on the login screen, and returns its report.
  @MainActor
  func onLoginScreen(
    on terms: SessionTerms = .unlimited,
    _ action: @MainActor (LoginViewModel) async -> Void
  ) async throws(Problem) -> Response {
    let screen = try loginScreen(on: terms)
    await action(screen)
    return try screen.response()
  }

  /// Sends one input to the accounts screen, and returns its output.
  func onAccountsScreen(_ input: AccountsViewModel.Input) async throws(Problem) -> Response {
    let screen = AccountsViewModel(
      accounts: accounts,
      actingAccount: try actingAccountIfItMatters(to: input),
      store: store
    )
    let (inputs, continuation) = AsyncStream.makeStream(of: AccountsViewModel.Input.self)
    continuation.yield(input)
    continuation.finish()
    for await output in screen.transform(inputs) {
      switch output {
      case .accounts(let outcome):
        return Response(outcome: outcome, notices: outcome.notice.map { [$0] } ?? [])
      case .failed(_, let problem):
        throw problem
      }
    }
    throw Problem(.failure, "The accounts screen gave no output.")
  }

  /// The acting account for an input; a bad rule fails only an input that depends on it.
  private func actingAccountIfItMatters(
    to input: AccountsViewModel.Input
  ) throws(Problem) -> ActingAccount {
    switch input {
    case .activate, .reactivate: try actingAccount.get()
    // Only for the notice that a rule still names the removed account.
    case .remove: (try? actingAccount.get()) ?? .active
    case .list, .add: .active
    }
  }

  /// The presenter of the acting account's session.
  func currentSession() throws(Problem) -> CurrentSessionPresenter {
    CurrentSessionPresenter(
      session: userSession,
      store: store,
      actingAccount: try actingAccount.get()
    )
  }

  /// The sign-in of the login screen at a service.
  private func signIn(at service: any ServiceDevice) -> LoginViewModel.SignInAction {
    { [setNickname] typed, terms throws(Problem) in
      try await service.prepareToSignIn(as: typed, setNickname)
      do throws(NicknameError) {
        return try await setNickname.set(typed, on: terms)
      } catch {
        throw Problem(error)
      }
    }
  }

  /// The login screen, which has started to load.
  @MainActor
  func loginScreen(on terms: SessionTerms) throws(Problem) -> LoginViewModel {
    LoginViewModel(
      setNickname: setNickname,
      userSession: userSession,
      store: store,
      actingAccount: try actingAccount.get(),
      terms: terms,
      signIn: service.map { signIn(at: $0) }
    )
  }
}

extension LoginViewModel {
  /// The report on the last action, as a response or a problem.
  func response() throws(Problem) -> Response {
    switch state.report {
    case .done(let outcome, let notice):
      return Response(outcome: outcome, notices: notice.map { [$0] } ?? [])
    case .failed(let problem):
      throw problem
    case nil:
      throw Problem(.failure, "The login screen gave no report.")
    }
  }
}
