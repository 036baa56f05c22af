#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// The accounts on the browser: switching, and signing out of one.
struct AccountsPages {
  let pages: Pages

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("accounts", use: show)
    group.post("accounts/switch", use: activate)
    group.post("accounts/sign-out", use: signOut)
  }

  /// Sends one input to the screen, and returns its output.
  private func output(
    _ input: AccountsViewModel.Input,
    _ useCases: UseCases
  ) async throws -> AccountsOutcome {
    let screen = AccountsViewModel(
      accounts: useCases.accounts,
      actingAccount: .active,
      store: Pages.store
    )
    let inputs = AsyncStream { continuation in
      continuation.yield(input)
      continuation.finish()
    }
    for await output in screen.transform(inputs) {
      switch output {
      case .accounts(let outcome): return outcome
      case .failed(_, let problem): throw problem
      }
    }
    throw HTTPProblem.failure
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    // Also when no account is active, so that one can be made the active one.
    let useCases = try context.useCases(pages.parts)
    let version = try await pages.version(context)
    var active: AccountSession?
    if case .signedIn(let session) = try await useCases.userSession.current() { active = session }
    let rows = try await output(.list, useCases).rows ?? []
    guard !rows.isEmpty else { throw SessionError.notSignedIn }
    let content = AccountsPage(
      notice: pages.notice(of: request),
      entries: rows.map { row in
        AccountsPage.Entry(
          id: row.account.id.description,
          name: row.account.nickname.text,
          state: row.state,
          lastSignedIn: row.lastSignedInAt,
          isActive: row.isActive && row.isSignedIn,
          canBeActivated: row.isSignedIn && !row.isActive,
          isSignedIn: row.isSignedIn,
          switchTicket: pages.ticket(active?.account.id),
          signOutTicket: pages.ticket(active?.account.id)
        )
      }
    )
    return pages.page(content, "Accounts", for: active, at: .accounts, version: version)
  }

  /// The account on the browser that a form means.
  private func target(_ sent: Pages.Sent) async throws -> Account {
    let typed = sent.form["target"]
    let rows = try await output(.list, sent.useCases).rows ?? []
    guard let row = rows.first(where: { $0.account.id.description == typed }) else {
      throw AccountError.noSuchAccount(typed)
    }
    return row.account
  }

  @Sendable private func activate(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let sent = try await pages.sent(request, context) else {
      return pages.redirect(to: .home, saying: .switched)
    }
    _ = try await output(.reactivate(try await target(sent)), sent.useCases)
    return pages.redirect(to: .home, saying: .switched)
  }

  @Sendable private func signOut(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let sent = try await pages.sent(request, context) else {
      return pages.redirect(to: .accounts, saying: .signedOut)
    }
    let account = try await target(sent)
    let model = await model(sent.useCases, account)
    await model.clear()
    if case .failed(let problem) = await model.state.report { throw problem }
    var response = pages.redirect(to: .accounts, saying: .signedOut)
    pages.dropKey(of: account.id, &response)
    return response
  }

  @MainActor
  private func model(_ useCases: UseCases, _ account: Account) -> LoginViewModel {
    LoginViewModel(
      setNickname: useCases.setNickname,
      userSession: useCases.userSession,
      store: Pages.store,
      actingAccount: .account(account.id)
    )
  }
}
#endif
