#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// Replacing the recovery key of the active account with another device that approves it.
struct KeyWaitingPages {
  let pages: Pages

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("recovery-key/link", use: show)
    group.post("recovery-key/link", use: begin)
    group.post("recovery-key/link/finish", use: finish)
  }

  @Sendable private func begin(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    try pages.parts.throttle.refuse(.link, from: context.client)
    guard let change = try await pages.change(request, context) else {
      return pages.redirect(to: .keyWaiting)
    }
    let link = try await Admission(parts: pages.parts, context: context).beginLink(
      for: .recoveryKey,
      label: nil,
      repeatable: change.form.repeatable
    )
    var response = pages.redirect(to: .keyWaiting)
    pages.keep(KeptLink(link, .untilSignOut), &response)
    return response
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let active = try await pages.visit(request, context).active
    guard let kept = pages.keptLink(by: request),
      let state = try await pages.state(of: kept, context)
    else { return pages.redirect(afterLinkTo: .recoveryKey, saying: .over) }
    let url = pages.parts.access.publicURL
    let ticket = pages.ticket(active.account.id)
    let content = WaitingPage(.recoveryKey, kept, state, at: url, ticket)
    return pages.page(content, content.heading, for: active, refresh: content.refresh)
  }

  @Sendable private func finish(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let kept = pages.keptLink(by: request),
      let change = try await pages.change(request, context, issuesSecret: true)
    else {
      // The form was sent twice.
      return pages.redirect(to: .recoveryKey)
    }
    do {
      let new = try await change.newKey(pages.parts, proof: .link(kept.deviceCode.digest))
      var response = pages.redirect(toShow: new)
      pages.dropLink(&response)
      return response
    } catch {
      guard case .proofDemanded = error else { throw error }
      switch try await pages.state(of: kept, context) {
      case .pending: return pages.redirect(to: .keyWaiting)
      case .approved: return pages.redirect(afterLinkTo: .recoveryKey, saying: .unapproved)
      case .denied, nil: return pages.redirect(afterLinkTo: .recoveryKey, saying: .over)
      }
    }
  }
}
#endif
