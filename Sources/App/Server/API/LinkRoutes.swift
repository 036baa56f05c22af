#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain

/// Links, by which a device that is signed in lets another one in (RFC 8628).
///
/// User codes are in bodies and never in addresses, which logs contain. A device redeems its link by signing
/// in with it as the proof.
struct LinkRoutes {
  let parts: ServiceParts

  /// The seconds that a device waits between two questions: 5 (RFC 8628, section 3.2).
  private static let interval = 5

  /// Adds the operations below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.post("links", use: begin)
    group.post("links/lookup", use: lookUp)
    group.post("links/approve", use: approve)
    group.post("links/deny", use: deny)
  }

  private struct BeginBody: Decodable {
    struct DeviceBody: Decodable {
      let label: String?
    }

    let device: DeviceBody?
    let purpose: LinkPurpose?
    let tokenIn: TokenPlace?
  }

  private struct BeginDocument: Encodable {
    let token: String?
    let deviceCode: String
    let userCode: String
    let verificationURI: String
    let expiresIn: Int
    let interval: Int
  }

  @Sendable private func begin(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    try parts.throttle.refuse(.link, from: context.client)
    if context.caller != nil { _ = try context.device() }
    let (body, repeatable) = try await request.repeatable(BeginBody.self, context)
    let link = try await Admission(parts: parts, context: context).beginLink(
      for: body.purpose ?? .signIn,
      label: body.device?.label,
      repeatable: repeatable
    )
    let isCookie = body.tokenIn == .cookie
    var response = try BeginDocument(
      token: isCookie ? nil : link.token?.text,
      deviceCode: link.deviceCode.text,
      userCode: link.userCode.text,
      verificationURI: parts.access.publicURL + "/link",
      expiresIn: Int(Link.lifetime.components.seconds),
      interval: Self.interval
    ).response(.created, request, context)
    if isCookie, let token = link.token { response.setCookie(parts.access.cookie(with: token)) }
    return response
  }

  private struct CodeBody: Decodable {
    let userCode: String
    let accountID: String?
  }

  /// What a person sees of a link before they decide.
  private struct LinkDocument: Encodable {
    let purpose: LinkPurpose
    let label: String?
    let host: String?
    let startedAt: String
    let endsAt: String
  }

  @Sendable private func lookUp(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    try parts.throttle.refuse(.link, from: context.client)
    _ = try context.device()
    let body = try await request.decoded(CodeBody.self, context)
    guard let code = Secret(.userCode, typed: body.userCode) else {
      throw CredentialError.noSuchLink
    }
    let useCases = try context.useCases(parts)
    let link = try await useCases.credentials.link(userCode: code.digest)
    return try LinkDocument(
      purpose: link.purpose,
      label: link.device.label,
      host: link.origin.host,
      startedAt: link.startedAt.description,
      endsAt: link.endsAt.description
    ).response(.ok, request, context)
  }

  @Sendable private func approve(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let (useCases, code, body, answer) = try await decision(request, context)
    if case .decision = answer { return Response(status: .noContent) }
    guard let account = body.accountID.flatMap({ AccountID($0) }) else {
      throw HTTPProblem.invalidRequest("\"accountID\" must be the ID of an account.")
    }
    do {
      try await useCases.credentials.approve(userCode: code, for: account)
    } catch {
      guard case .notSignedIn = error else { throw error }
      // Either nobody is signed in here, or others are.
      _ = try await context.activeSession(useCases)
      throw AccountError.noSuchAccount(account.description)
    }
    return Response(status: .noContent)
  }

  @Sendable private func deny(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let (useCases, code, _, answer) = try await decision(request, context)
    if case .decision = answer { return Response(status: .noContent) }
    try await useCases.credentials.deny(userCode: code)
    return Response(status: .noContent)
  }

  private func decision(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> (UseCases, SecretDigest, CodeBody, IntentionAnswer?) {
    try parts.throttle.refuse(.link, from: context.client)
    _ = try context.device()
    let (body, repeatable) = try await request.repeatable(CodeBody.self, context)
    let (useCases, answer) = try await context.change(parts, repeatable: repeatable)
    guard let code = Secret(.userCode, typed: body.userCode) else {
      throw CredentialError.noSuchLink
    }
    return (useCases, code.digest, body, answer)
  }
}
#endif
