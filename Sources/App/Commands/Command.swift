import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// A subcommand: it asks the presentation layer and hands back what is to be shown.
protocol Command: AsyncParsableCommand {
  var output: OutputOptions { get }

  /// The value of `--as`; nil if it was not given, or the command has no such option.
  var actingAs: String? { get }

  /// Does what the command is for.
  ///
  /// - Parameters:
  ///   - services: what it works with.
  ///   - prompt: how to ask the person; nil where nobody can be asked.
  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response
}

extension Command {
  /// Nobody in particular, unless a command has the option.
  var actingAs: String? { nil }
}

/// What a command has to show, and what is to be said beside it.
struct Response {
  let outcome: any Outcome
  var notices: [String] = []
}

extension Services {
  /// Does one action on the login screen and gives what its report says.
  @MainActor
  func onLoginScreen(
    on terms: SessionTerms = .unlimited,
    _ action: @MainActor (LoginViewModel) async -> Void
  ) async throws(Problem) -> Response {
    let screen = try loginScreen(on: terms)
    await action(screen)
    return try screen.response()
  }

  /// Sends one input to the accounts screen and gives its output.
  func onAccountsScreen(_ input: AccountsViewModel.Input) async throws(Problem) -> Response {
    let screen = AccountsViewModel(
      accounts: accounts,
      actingAccount: try identityIfItMatters(to: input),
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

  /// A project file that cannot be used is no obstacle to what nobody in particular does.
  private func identityIfItMatters(
    to input: AccountsViewModel.Input
  ) throws(Problem) -> ActingAccount {
    switch input {
    case .activate: try actingAccount.get()
    // Only to say that something goes on naming whoever was removed.
    case .remove: (try? actingAccount.get()) ?? .active
    case .list, .add: .active
    }
  }

  /// Tells who is signed in.
  func currentSession() throws(Problem) -> CurrentSessionPresenter {
    CurrentSessionPresenter(
      session: userSession,
      store: store,
      actingAccount: try actingAccount.get()
    )
  }

  /// The login screen, which has begun to load.
  @MainActor
  func loginScreen(on terms: SessionTerms) throws(Problem) -> LoginViewModel {
    LoginViewModel(
      setNickname: setNickname,
      userSession: userSession,
      store: store,
      actingAccount: try actingAccount.get(),
      terms: terms
    )
  }
}

extension LoginViewModel {
  /// What the report on the last action says.
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
