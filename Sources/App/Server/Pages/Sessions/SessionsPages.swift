#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// The sessions of the browser's accounts on all devices.
struct SessionsPages {
  let pages: Pages

  /// How many sessions are shown that have ended.
  private static let endedLimit = 50

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("sessions", use: show)
    group.get("sessions/{id}", use: showOne)
    group.post("sessions/end-others", use: endOthers)
    group.post("sessions/{id}/end", use: end)
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let visit = try await pages.visit(request, context)
    let showsEnded = request.uri.queryParameters["ended"] != nil
    let view = SessionsPageView()
    let outcome = try await view.outcome(visit.useCases) { presenter in
      await presenter.list(endedLimit: showsEnded ? Self.endedLimit : 0)
    }
    let labels = try await visit.useCases.deviceLabels()
    let id = visit.active.account.id
    let entries = outcome.rows.map { SessionEntryView($0, labels, pages.ticket(id)) }
    let open = entries.filter(\.isOpen)
    let content = SessionsPage(
      notice: pages.notice(of: request),
      open: open,
      ended: showsEnded ? entries.filter { !$0.isOpen } : [],
      showsEnded: showsEnded,
      moreHaveEnded: outcome.moreHaveEnded,
      othersTicket: open.contains { !$0.isThis } ? pages.ticket(id) : nil
    )
    return pages.page(content, "Sessions", for: visit.active, at: .sessions, version: visit.version)
  }

  @Sendable private func showOne(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let visit = try await pages.visit(request, context)
    let id = try id(context)
    let view = SessionsPageView()
    let row = try await view.detail(visit.useCases) { await $0.choose(id) }.row
    let labels = try await visit.useCases.deviceLabels()
    let content = SessionPage(
      entry: SessionEntryView(row, labels, pages.ticket(visit.active.account.id)),
      renewal: row.renewal
    )
    return pages.page(
      content,
      "A session of \(row.name.isolated)",
      for: visit.active,
      at: .sessions,
      version: visit.version
    )
  }

  /// The ID in the path: a whole one, as addresses do not depend on what else there is.
  private func id(_ context: ServiceContext) throws -> String {
    let text = try Request.parameter("id", context)
    guard let id = SessionID(text) else { throw SessionError.noSuchSession(text) }
    return id.description
  }

  @Sendable private func end(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let change = try await pages.change(request, context) else {
      return pages.redirect(to: .sessions, saying: .ended)
    }
    let id = try id(context)
    let view = SessionsPageView()
    _ = try await view.outcome(change.useCases) { await $0.end(id) }
    return pages.redirect(to: .sessions, saying: .ended)
  }

  @Sendable private func endOthers(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let change = try await pages.change(request, context) else {
      return pages.redirect(to: .sessions, saying: .endedOthers)
    }
    let view = SessionsPageView()
    let own = SessionSubject.account(change.active.account.id)
    _ = try await view.outcome(change.useCases) { await $0.end(.others(than: own)) }
    return pages.redirect(to: .sessions, saying: .endedOthers)
  }
}

extension UseCases {
  /// What the devices of the accounts are called that are signed in on the caller's device.
  fileprivate func deviceLabels() async throws -> [DeviceID: String] {
    let found = try await PageCursor.all { page throws(CredentialError) in
      try await devices.list(page)
    }
    return Dictionary(found.compactMap { device in device.label.map { (device.id, $0) } }) {
      first,
      _ in first
    }
  }
}
#endif
