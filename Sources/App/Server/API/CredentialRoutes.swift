#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// The recovery key of the active account, and its identity tokens.
struct CredentialRoutes {
  let parts: ServiceParts

  /// Adds the operations below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.put("account/recovery-key", use: replaceRecoveryKey)
    group.get("identity-tokens", use: list)
    group.post("identity-tokens", use: issue)
    group.delete("identity-tokens/{id}", use: revoke)
  }

  private struct KeyBody: Decodable, ProofBody {
    let recoveryKey: String?
    let link: String?
  }

  private struct KeyDocument: Encodable {
    let recoveryKey: String
  }

  @Sendable private func replaceRecoveryKey(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    _ = try context.device()
    let (body, repeatable) = try await request.repeatable(KeyBody.self, context)
    let (useCases, answer) = try await context.change(parts, repeatable: repeatable)
    let account = try await context.account(of: request, useCases)
    // A repetition is proven by the key that the first request has set; a link is used up by then.
    var proof = SignInProof.notGiven
    if answer == nil {
      proof = try await body.proof(useCases, parts.throttle, of: context)
    }
    let new = parts.secret(.recoveryKey)
    try await useCases.credentials.setRecoveryKey(
      new.digest,
      of: account.id,
      proof: proof
    )
    return try KeyDocument(recoveryKey: new.text).response(.ok, request, context)
  }

  /// An identity token without the token itself, which is shown once.
  private struct TokenDocument: Encodable {
    let id: String
    let label: String?
    let issuedAt: String
    let expiresAt: String?
    let deviceID: String
    let token: String?

    init(_ token: IdentityToken, _ secret: Secret? = nil) {
      id = token.id.description
      label = token.label
      issuedAt = token.issuedAt.description
      expiresAt = token.expiresAt?.description
      deviceID = token.deviceID.description
      self.token = secret?.text
    }
  }

  private struct TokensDocument: Encodable {
    let identityTokens: [TokenDocument]
  }

  @Sendable private func list(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let useCases = try context.useCases(parts)
    let account =
      try request.subject() == nil
      ? await context.activeSession(useCases).account
      : await context.account(of: request, useCases)
    let tokens = try await useCases.credentials.tokens(of: account.id)
    return try TokensDocument(identityTokens: tokens.map { TokenDocument($0) })
      .response(.ok, request, context)
  }

  private struct IssueBody: Decodable {
    let label: String?
    let expiresIn: Int?
  }

  @Sendable private func issue(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    _ = try context.device()
    let (body, repeatable) = try await request.repeatable(IssueBody.self, context)
    if let seconds = body.expiresIn {
      guard 1...SessionTerms.maximumLifetime.components.seconds ~= Int64(seconds) else {
        throw HTTPProblem.invalidRequest("expiresIn is a number of seconds, at least 1.")
      }
    }
    let useCases = try await context.useCases(parts, repeatable: repeatable)
    let account = try await context.account(of: request, useCases)
    let secret = parts.secret(.identityToken)
    let token = try await useCases.credentials.issueToken(
      IdentityTokenIssue(
        for: account.id,
        provenBy: secret.digest,
        label: body.label,
        lifetime: body.expiresIn.map { .seconds($0) }
      )
    )
    return try TokenDocument(token, secret).response(.created, request, context)
  }

  @Sendable private func revoke(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let text = try Request.parameter("id", context)
    let useCases = try context.useCases(parts)
    _ = try await context.account(of: request, useCases)
    guard let id = IdentityTokenID(text) else {
      throw HTTPProblem(.notFound, "noSuchIdentityToken", "There is no such identity token.")
    }
    try await useCases.credentials.revokeToken(id)
    return Response(status: .noContent)
  }
}
#endif
