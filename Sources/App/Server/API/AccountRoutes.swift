#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// The accounts that are signed in on the caller's device.
struct AccountRoutes {
  let parts: ServiceParts

  /// Adds the operations below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("accounts", use: list)
    group.put("accounts/active", use: activate)
    group.delete("account", use: remove)
  }

  private struct AccountsDocument: Encodable {
    let accounts: [AccountDocument]
    let sessions: [SessionDocument]
    let next: String?

    init(_ page: Page<AccountEntry>) {
      accounts = page.entries.map(AccountDocument.init)
      sessions = page.entries.compactMap { entry in
        entry.session.map { session in
          let holder = AccountSession(account: entry.account, session: session)
          return SessionDocument(SessionEntry(holder: holder, isActive: entry.isActive))
        }
      }
      next = page.next?.description
    }
  }

  @Sendable private func list(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let accounts = try context.useCases(parts).accounts
    let isPage = ["limit", "cursor"].contains { request.uri.queryParameters[$0] != nil }
    let page =
      isPage
      ? try await accounts.page(try request.page())
      : Page(entries: try await accounts.list(), next: nil)
    return try AccountsDocument(page).response(.ok, request, context)
  }

  private struct ActiveBody: Decodable {
    let accountID: String?
    let nickname: String?
    let onlyOther: Bool?
  }

  @Sendable private func activate(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    _ = try context.device()
    let (body, repeatable) = try await request.repeatable(ActiveBody.self, context)
    let (useCases, answer) = try await context.change(parts, repeatable: repeatable)
    let activation: Activation
    if case .activation(let first) = answer {
      activation = first
    } else {
      activation = try await activate(body, useCases.accounts)
    }
    return try ChangedSessionDocument(
      after: SessionEntry(holder: activation.after, isActive: true),
      before: activation.before
    ).response(.ok, request, context)
  }

  private func activate(_ body: ActiveBody, _ accounts: AccountsUseCase) async throws -> Activation
  {
    if let text = body.accountID {
      guard let id = AccountID(text) else { throw AccountError.noSuchAccount(text) }
      return try await accounts.activate(id)
    }
    guard body.nickname != nil || body.onlyOther == true else {
      throw HTTPProblem.invalidRequest(
        "The body lacks \"accountID\", \"nickname\" or \"onlyOther\"."
      )
    }
    return try await accounts.activate(body.nickname)
  }

  private struct RemovalBody: Decodable, ProofBody {
    let nickname: String
    let recoveryKey: String?
    let link: String?
  }

  private struct RemovalDocument: Encodable {
    let removed: String
    let accountID: String

    init(_ removal: AccountRemoval) {
      removed = removal.account.nickname.text
      accountID = removal.account.id.description
    }
  }

  /// Removes the active account, which its nickname confirms, and its recovery key or another device.
  @Sendable private func remove(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    _ = try context.device()
    let (body, repeatable) = try await request.repeatable(RemovalBody.self, context)
    let (useCases, answer) = try await context.change(parts, repeatable: repeatable)
    if case .removal(let first) = answer {
      return try RemovalDocument(first).response(.ok, request, context)
    }
    let account = try await context.account(of: request, useCases)
    let proof = try await body.proof(useCases, parts.throttle, of: context)
    let removal = try await useCases.accounts.remove(
      account.nickname.text,
      confirmedBy: body.nickname,
      proof: proof
    )
    return try RemovalDocument(removal).response(.ok, request, context)
  }
}
#endif
