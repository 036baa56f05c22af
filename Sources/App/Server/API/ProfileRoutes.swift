#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// The profile of the active account.
///
/// The entity tag names the version: a change that was made over another one is refused (RFC 9110,
/// section 13.1.1).
struct ProfileRoutes {
  let parts: ServiceParts

  /// Adds the operations below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.get("profile", use: show)
    group.put("profile", use: save)
  }

  @Sendable private func show(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let profile = try await context.useCases(parts).profile
      .load(try request.subject() ?? .active)
    if request.isCurrent(profile.entityTag) {
      return Response(status: .notModified, headers: [.eTag: profile.entityTag])
    }
    return try response(profile, request, context)
  }

  private struct ProfileBody: Decodable {
    let title: String
    let description: String
    let pictureID: String?
  }

  @Sendable private func save(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    _ = try context.device()
    let (body, repeatable) = try await request.repeatable(ProfileBody.self, context)
    let (useCases, answer) = try await context.change(parts, repeatable: repeatable)
    guard request.headers[.ifMatch] != nil else {
      throw HTTPProblem(
        .preconditionRequired,
        "preconditionRequired",
        "The header If-Match must hold the ETag of the profile that was edited."
      )
    }
    let edited = try await useCases.profile.load(context.namedSubject(of: request, useCases))
    if case .profile(let first) = answer {
      return try response(
        AccountProfile(account: edited.account, profile: first),
        request,
        context
      )
    }
    guard request.allowsChange(of: edited.entityTag) else {
      throw HTTPProblem(
        .preconditionFailed,
        "profileConflict",
        "Somebody else has changed the profile since it was read. Nothing was overwritten."
      )
    }
    var picture = edited.profile.content.picture
    if body.pictureID != picture?.id.description {
      picture = nil
      if let id = body.pictureID { picture = try await useCases.profile.choose(id) }
    }
    let content: ProfileContent
    do {
      content = try ProfileContent(
        title: body.title,
        description: body.description,
        picture: picture,
        over: edited.profile.content
      )
    } catch {
      throw ProfileError.rejected(error)
    }
    do {
      let saved = try await useCases.profile.save(content, over: edited)
      return try response(saved, request, context)
    } catch ProfileError.conflict(let conflict) {
      throw HTTPProblem(
        .preconditionFailed,
        "profileConflict",
        "\(ProfileError.conflict(conflict))"
      )
    }
  }

  private func response(
    _ profile: AccountProfile,
    _ request: Request,
    _ context: ServiceContext
  ) throws -> Response {
    var response = try ProfileDocument(profile).response(.ok, request, context)
    response.headers[.eTag] = profile.entityTag
    return response
  }
}

extension AccountProfile {
  /// The entity tag: the version, and its time, which differs after a backup was restored.
  fileprivate var entityTag: String {
    let time = profile.changedAt?.millisecondsSince1970 ?? 0
    return "\"\(profile.version)-\(time)-\(account.id)\""
  }
}
#endif
