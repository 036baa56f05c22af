#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// The recovery key of the active account: showing a new one, and replacing it.
///
/// An open session is not enough to replace it: the present key is, or another device that approves.
struct RecoveryKeyPages {
  let pages: Pages

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("recovery-key", use: show)
    group.post("recovery-key", use: replace)
    group.post("recovery-key/kept", use: noteKept)
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let visit = try await pages.visit(request, context)
    let account = visit.active.account
    guard let shown = try await pages.shownKey(of: account.id, by: request, visit.useCases) else {
      var content = try await content(visit.useCases, account)
      content.notice = pages.notice(of: request)
      return page(content, visit.active)
    }
    let content = KeyPage(
      nickname: account.nickname.text,
      notice: pages.notice(of: request),
      key: shown.key.text,
      ticket: pages.ticket(account.id),
      keptTicket: pages.ticket(account.id)
    )
    return pages.page(content, "Keep your recovery key", for: visit.active)
  }

  private func content(_ useCases: UseCases, _ account: Account) async throws -> RecoveryKeyPage {
    RecoveryKeyPage(
      nickname: account.nickname.text,
      hasKey: try await useCases.credentials.hasRecoveryKey(account.id),
      keyTicket: pages.ticket(account.id),
      linkTicket: pages.ticket(account.id)
    )
  }

  private func page(
    _ content: RecoveryKeyPage,
    _ active: AccountSession,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    pages.page(content, "Recovery key", status: status, for: active)
  }

  @Sendable private func replace(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    try pages.parts.throttle.refuse(.signIn, from: context.client)
    guard let change = try await pages.change(request, context, issuesSecret: true) else {
      return pages.redirect(to: .recoveryKey)
    }
    var proof = SignInProof.notGiven
    if let typed = change.form.text("recoveryKey") {
      guard let present = Secret(.recoveryKey, typed: typed) else {
        return try await refusal(HTTPProblem.invalidRecoveryKey, change)
      }
      proof = .recoveryKey(present.digest)
    }
    do {
      return pages.redirect(toShow: try await change.newKey(pages.parts, proof: proof))
    } catch {
      guard case .proofDemanded = error else { throw error }
      let isTyped = proof != .notGiven
      return try await refusal(
        HTTPProblem(error, at: pages.parts.now()),
        change,
        saying: isTyped ? Pages.otherKey : nil
      )
    }
  }

  private func refusal(
    _ problem: HTTPProblem,
    _ change: Pages.Change,
    saying text: String? = nil
  ) async throws -> Response {
    var content = try await content(change.useCases, change.active.account)
    content.problem = text ?? problem.detail
    return page(content, change.active, status: problem.status)
  }

  @Sendable private func noteKept(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let change = try await pages.change(request, context), change.form.text("kept") != nil
    else { return pages.redirect(to: .recoveryKey) }
    var response = pages.redirect(to: .home)
    pages.dropKey(of: change.active.account.id, &response)
    return response
  }
}

extension Pages.Change {
  /// Replaces the recovery key of the active account, and returns the new one.
  func newKey(
    _ parts: ServiceParts,
    proof: SignInProof
  ) async throws(CredentialError) -> ShownKey {
    let key = parts.secret(.recoveryKey)
    try await useCases.credentials.setRecoveryKey(key.digest, of: active.account.id, proof: proof)
    return ShownKey(key, of: active.account.id)
  }
}
#endif
