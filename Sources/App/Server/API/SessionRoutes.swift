#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// The sessions of the caller's accounts on all devices.
struct SessionRoutes {
  let parts: ServiceParts

  /// Adds the operations below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("sessions", use: list)
    group.delete("sessions", use: endMany)
    group.get("sessions/{id}", use: show)
    group.delete("sessions/{id}", use: end)
  }

  @Sendable private func list(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let useCases = try context.useCases(parts)
    if try request.subject() == nil { _ = try await context.activeSession(useCases) }
    let page = try request.page()
    let found: Page<SessionEntry>
    switch request.uri.queryParameters["state"] {
    case nil, "open": found = try await useCases.sessions.open(page)
    case "ended": found = try await useCases.sessions.ended(page)
    default: throw HTTPProblem.invalidRequest("state is open or ended.")
    }
    return try SessionsDocument(
      sessions: found.entries.map(SessionDocument.init),
      next: found.next?.description
    ).response(.ok, request, context)
  }

  /// A page of sessions; `next` is the cursor of the next page, and is missing on the last one.
  private struct SessionsDocument: Encodable {
    let sessions: [SessionDocument]
    let next: String?
  }

  private func id(_ context: ServiceContext) throws -> String {
    let text = try Request.parameter("id", context)
    guard let id = SessionID(text) else { throw SessionError.noSuchSession(text) }
    return id.description
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let useCases = try context.useCases(parts)
    if try request.subject() == nil { _ = try await context.activeSession(useCases) }
    let found = try await useCases.sessions.session(try id(context))
    return try SessionDocument(found.entry).response(.ok, request, context)
  }

  @Sendable private func end(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let (useCases, answer) = try await context.change(parts, repeatable: request.repeatable())
    if case .ended(let first) = answer, let entry = first.first {
      return try SessionDocument(entry).response(.ok, request, context)
    }
    _ = try await context.namedSubject(of: request, useCases)
    let ended = try await useCases.sessions.end(try id(context))
    return try SessionDocument(ended.entry).response(.ok, request, context)
  }

  @Sendable private func endMany(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let (useCases, answer) = try await context.change(parts, repeatable: request.repeatable())
    if case .ended(let first) = answer {
      return try EndedDocument(ended: first.map(SessionDocument.init))
        .response(.ok, request, context)
    }
    let own = try await context.namedSubject(of: request, useCases)
    let selection: SessionSelection
    switch request.uri.queryParameters["which"] {
    case "this": selection = .subject(own)
    case "others": selection = .others(than: own)
    case "otherDevices": selection = .otherDevices(of: own)
    case "all": selection = .all
    case let text?:
      guard let id = SessionID(text) else {
        throw HTTPProblem.invalidRequest(
          "which is this, others, otherDevices, all or the ID of a session."
        )
      }
      selection = .session(id)
    case nil: throw HTTPProblem.invalidRequest("The parameter which is missing.")
    }
    let ended = try await useCases.sessions.end(selection)
    return try EndedDocument(ended: ended.entries.map(SessionDocument.init))
      .response(.ok, request, context)
  }

  /// The sessions that an operation has ended.
  struct EndedDocument: Encodable {
    let ended: [SessionDocument]
  }
}
#endif
