#if Server
import HTTPTypes
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// The profile of the active account.
struct ProfilePages {
  let pages: Pages

  /// Adds the routes.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("profile", use: show)
    group.post("profile", use: save)
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let visit = try await pages.visit(request, context)
    let (fields, edition) = try await stored(visit.useCases, .account(visit.active.account.id))
    var content = ProfilePage(fields, edition: edition, pages.ticket(visit.active.account.id))
    content.notice = pages.notice(of: request)
    return page(content, visit.active, visit.version)
  }

  private func page(
    _ content: ProfilePage,
    _ active: AccountSession,
    _ version: String? = nil,
    status: HTTPResponse.Status = .ok
  ) -> Response {
    pages.page(content, "Profile", status: status, for: active, at: .profile, version: version)
  }

  @MainActor
  private func stored(
    _ useCases: UseCases,
    _ account: ActingAccount
  ) async throws -> (fields: ProfileFields, edition: String) {
    let view = ProfilePageView(useCases, as: account)
    defer { view.close() }
    let edition = try await view.load().edition
    return (view.fields, edition)
  }

  /// How a save has ended.
  private enum Saving {
    case saved(isChanged: Bool)
    case refused(Problem)
    case conflict
  }

  @Sendable private func save(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    guard let change = try await pages.change(request, context) else {
      return pages.redirect(to: .profile, saying: .saved)
    }
    switch try await saving(change) {
    case .saved(let isChanged):
      return pages.redirect(to: .profile, saying: isChanged ? .saved : .unchanged)
    case .refused(let problem): return try await refusal(problem, change)
    case .conflict: return try await conflict(change)
    }
  }

  @MainActor
  private func saving(_ change: Pages.Change) async throws -> Saving {
    let view = ProfilePageView(change.useCases, as: change.actingAccount)
    defer { view.close() }
    guard try await view.load().edition == change.form["edition"] else { return .conflict }
    view.fields.title = change.form["title"]
    view.fields.description = change.form["description"]
    if change.form.text("dropPicture") != nil { view.fields.picture = nil }
    do {
      return .saved(isChanged: try await view.save().isSaved)
    } catch let problem as Problem {
      switch problem.code {
      case .invalidProfile: return .refused(problem)
      case .profileConflict: return .conflict
      default: throw problem
      }
    }
  }

  private func refusal(_ problem: Problem, _ change: Pages.Change) async throws -> Response {
    var (fields, edition) = try await stored(change.useCases, change.actingAccount)
    (fields.title, fields.description) = (change.form["title"], change.form["description"])
    var content = ProfilePage(fields, edition: edition, pages.ticket(change.active.account.id))
    switch problem.field {
    case .title: content.titleProblem = problem.message
    case .description, nil: content.descriptionProblem = problem.message
    }
    return page(content, change.active, status: .unprocessableContent)
  }

  /// Shows what was typed beside what was saved meanwhile; saving again replaces that.
  private func conflict(_ change: Pages.Change) async throws -> Response {
    let (stored, edition) = try await stored(change.useCases, change.actingAccount)
    var fields = stored
    (fields.title, fields.description) = (change.form["title"], change.form["description"])
    var content = ProfilePage(fields, edition: edition, pages.ticket(change.active.account.id))
    content.stored = ProfilePage.Stored(
      storedTitle: stored.title,
      storedDescription: stored.description
    )
    return page(content, change.active, status: .conflict)
  }
}
#endif
