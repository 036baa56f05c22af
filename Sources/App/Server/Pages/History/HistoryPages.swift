#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// The page of what happened to the accounts on the browser.
struct HistoryPageContent: PageTemplates.Content {
  static let template = "history"

  /// The events, the newest first.
  let events: [EventRow]

  /// The address of the page with earlier events; nil if there are none.
  let earlier: String?

  /// Whether it is not the first page.
  let isLater: Bool
}

/// What happened to the accounts on the browser.
struct HistoryPages {
  let pages: Pages

  /// The number of events of a page: 50.
  private static let length = 50

  /// Adds the route.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("history", use: show)
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let visit = try await pages.visit(request, context)
    let cursor = request.uri.queryParameters["before"].map { PageCursor(String($0)) }
    let presenter = HistoryPresenter(history: visit.useCases.history, store: Pages.store)
    guard let found = try await presenter.page(at: cursor, limit: Self.length) else {
      throw HTTPProblem.invalidCursor
    }
    let content = HistoryPageContent(
      events: found.rows,
      earlier: found.next.map { "\(PageAddress.history.rawValue)?before=\($0)" },
      isLater: cursor != nil
    )
    return pages.page(
      content,
      "History",
      for: visit.active,
      at: .history,
      version: cursor == nil ? visit.version : nil
    )
  }
}
#endif
