#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// What happened to the accounts on the caller's device.
struct HistoryRoutes {
  let parts: ServiceParts

  /// Adds the operation below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("history", use: list)
  }

  /// A page of events, the newest first; `next` is missing on the last one.
  private struct HistoryDocument: Encodable {
    let events: [EventDocument]
    let next: String?
  }

  @Sendable private func list(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let useCases = try context.useCases(parts)
    if try request.subject() == nil { _ = try await context.activeSession(useCases) }
    let query = HistoryQuery(of: try request.account())
    let page = try await useCases.history.page(query, try request.page())
    return try HistoryDocument(
      events: page.entries.map(EventDocument.init),
      next: page.next?.description
    ).response(.ok, request, context)
  }
}
#endif
