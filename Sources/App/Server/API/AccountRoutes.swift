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
  }

  @Sendable private func list(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let found = try await context.useCases(parts).accounts.list()
    return try AccountsDocument(accounts: found.map(AccountDocument.init))
      .response(.ok, request, context)
  }

  private struct ActiveBody: Decodable {
    let accountID: String
  }

  @Sendable private func activate(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let useCases = try context.useCases(parts)
    let body = try await request.decoded(ActiveBody.self, context)
    guard let id = AccountID(body.accountID) else {
      throw AccountError.noSuchAccount(body.accountID)
    }
    let activation = try await useCases.accounts.activate(id)
    return try SessionDocument(SessionEntry(holder: activation.after, isActive: true))
      .response(.ok, request, context)
  }

  private struct RemovalBody: Decodable, ProofBody {
    let nickname: String
    let recoveryKey: String?
    let link: String?
  }

  private struct RemovalDocument: Encodable {
    let removed: String
    let accountID: String
  }

  /// Removes the active account, which its nickname confirms, and its recovery key or another device.
  @Sendable private func remove(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    try parts.throttle.refuse(.signIn, from: context.client)
    let useCases = try context.useCases(parts)
    let body = try await request.decoded(RemovalBody.self, context)
    let account = try await context.subject(of: request, useCases).account
    let proof = try await body.proof(useCases, parts.throttle, by: context.device().id)
    let removal = try await useCases.accounts.remove(
      account.nickname.text,
      confirmedBy: body.nickname,
      proof: proof
    )
    return try RemovalDocument(
      removed: removal.account.nickname.text,
      accountID: removal.account.id.description
    ).response(.ok, request, context)
  }
}
#endif
