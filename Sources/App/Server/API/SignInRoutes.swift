#if Server
import Hummingbird
import HummingbirdCore
import MonikerDomain
import MonikerPresentation

/// Signing in, asking who is signed in, signing out and renaming.
struct SignInRoutes {
  let parts: ServiceParts

  /// Adds the operations below `/v1`.
  func add(to group: RouterGroup<ServiceContext>) {
    group.post("sessions", use: signIn)
    group.get("session", use: current)
    group.delete("session", use: signOut)
    group.put("session/nickname", use: rename)
    group.get("nicknames/{text}", use: checkNickname)
  }

  /// The body of a sign-in.
  private struct SignInBody: Decodable {
    struct DeviceBody: Decodable {
      let label: String?
    }

    struct Proof: Decodable {
      let recoveryKey: String?
      let link: String?
    }

    let nickname: String?
    let device: DeviceBody?
    let expiresIn: Int?
    let sliding: Bool?
    let minimumRemaining: Int?
    let proof: Proof?
    let tokenIn: TokenPlace?
  }

  /// The answer to a sign-in; the secrets are there once.
  struct SignInDocument: Encodable {
    let token: String?
    let recoveryKey: String?
    let newAccount: Bool
    let newSession: Bool
    let renewed: Bool
    let session: SessionDocument
  }

  @Sendable private func signIn(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    if context.caller != nil { _ = try context.device() }
    let (body, repeatable) = try await request.repeatable(
      SignInBody.self,
      context,
      boundToToken: true
    )
    let terms = try Self.terms(body)
    let admission = Admission(parts: parts, context: context)
    if let link = body.proof?.link {
      try parts.throttle.refusePoll(by: try context.device().id)
      let admitted = try await admission.redeem(
        deviceCode: link,
        on: terms,
        repeatable: repeatable
      )
      return try response(to: admitted, in: body.tokenIn, request, context)
    }
    guard let nickname = body.nickname else {
      throw HTTPProblem.invalidRequest("The body lacks \"nickname\".")
    }
    let admitted = try await admission.signIn(
      under: nickname,
      label: body.device?.label,
      terms: terms,
      recoveryKey: body.proof?.recoveryKey,
      repeatable: repeatable
    )
    return try response(to: admitted, in: body.tokenIn, request, context)
  }

  private func response(
    to admitted: Admission.Admitted,
    in place: TokenPlace?,
    _ request: Request,
    _ context: ServiceContext
  ) throws -> Response {
    let isCookie = place == .cookie
    let document = SignInDocument(
      token: isCookie ? nil : admitted.token?.text,
      recoveryKey: admitted.recoveryKey?.text,
      newAccount: admitted.signIn.isNewAccount,
      newSession: admitted.signIn.isNewSession,
      renewed: admitted.signIn.isRenewed,
      session: SessionDocument(SessionEntry(holder: admitted.signIn.active, isActive: true))
    )
    var response = try document.response(.created, request, context)
    if isCookie, let token = admitted.token { response.setCookie(parts.access.cookie(with: token)) }
    return response
  }

  @Sendable private func current(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    if case .identityToken(let account) = context.caller {
      guard try request.subject()?.matches(account.id, holding: account.nickname) ?? true else {
        throw SessionError.notSignedIn
      }
      return try IdentityDocument(
        accountID: account.id.description,
        nickname: account.nickname.text
      ).response(.ok, request, context)
    }
    let caller = try context.callingDevice()
    var session = caller.session
    if let named = try request.subject() {
      session = try await context.useCases(parts).userSession.snapshot(of: named)
    }
    // Asking with HEAD is no use, which renews the session.
    if request.method != .head { parts.renewals.note(session, on: caller.device.id) }
    switch session.state(at: parts.now()) {
    case .signedIn(let active):
      let isActive = active.session.id == caller.session.active?.session.id
      return SessionDocument(SessionEntry(holder: active, isActive: isActive)).response
    case .ended(let active): throw SessionError.sessionEnded(active)
    case .signedOut: throw SessionError.notSignedIn
    }
  }

  /// The answer to an identity token.
  private struct IdentityDocument: Encodable {
    let accountID: String
    let nickname: String
  }

  @Sendable private func signOut(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    let (useCases, answer) = try await context.change(parts, repeatable: request.repeatable())
    if case .signOut(let result) = answer {
      return try SignOutDocument(result).response(.ok, request, context)
    }
    let result = try await useCases.userSession.signOut(
      context.namedSubject(of: request, useCases),
      naming: 100
    )
    return try SignOutDocument(result).response(.ok, request, context)
  }

  /// The answer to a sign-out.
  private struct SignOutDocument: Encodable {
    let signedOut: SessionDocument?
    let stillSignedIn: [String]
    let moreSignedIn: Bool
    let stillOpen: [SessionDocument]

    init(_ result: SignOut) {
      signedOut = result.ended.map { SessionDocument(SessionEntry(holder: $0, isActive: false)) }
      stillSignedIn = result.stillOpen.map(\.account.nickname.text)
      moreSignedIn = result.moreAreOpen
      stillOpen = result.stillOpen.map {
        SessionDocument(SessionEntry(holder: $0, isActive: false))
      }
    }
  }

  private struct NicknameBody: Decodable {
    let nickname: String
  }

  @Sendable private func rename(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    _ = try context.device()
    let (body, repeatable) = try await request.repeatable(NicknameBody.self, context)
    let (useCases, answer) = try await context.change(parts, repeatable: repeatable)
    let renaming: Renaming
    if case .renaming(let first) = answer {
      renaming = first
    } else {
      renaming = try await useCases.setNickname.rename(
        context.namedSubject(of: request, useCases),
        to: body.nickname
      )
    }
    let active = try context.callingDevice().session.active?.session.id
    return try ChangedSessionDocument(
      after: SessionEntry(
        holder: renaming.after,
        isActive: renaming.after.session.id == active
      ),
      before: renaming.before
    ).response(.ok, request, context)
  }

  /// Whether a text is a nickname, and whether it is free.
  private struct NicknameDocument: Encodable {
    let nickname: String?
    let available: Bool
    let code: String?
    let detail: String?
    var holder: String?
    var until: String?
  }

  @Sendable private func checkNickname(
    _ request: Request,
    _ context: ServiceContext
  ) async throws -> Response {
    try parts.throttle.refuse(.nicknameCheck, from: context.client)
    let typed = try Request.parameter("text", context)
    let nickname = try? Nickname(typed, under: parts.policy)
    let account = try request.account()
    let device = account == nil ? .local : try context.device().id
    do {
      try await parts.useCases(on: device, from: context.origin).setNickname
        .check(typed, for: account)
    } catch .store(let failure) {
      throw failure
    } catch .notSignedIn {
      throw NicknameError.notSignedIn
    } catch {
      let problem = Problem(error)
      return try NicknameDocument(
        nickname: nickname?.text,
        available: false,
        code: problem.code.rawValue,
        detail: problem.message,
        holder: error.holder,
        until: error.end?.description
      ).response(.ok, request, context)
    }
    return try NicknameDocument(
      nickname: nickname?.text,
      available: true,
      code: nil,
      detail: nil
    ).response(.ok, request, context)
  }

  private static func terms(_ body: SignInBody) throws -> SessionTerms {
    if let seconds = body.expiresIn, seconds < 1 {
      throw HTTPProblem.invalidRequest("expiresIn is a number of seconds, at least 1.")
    }
    if let seconds = body.minimumRemaining, seconds < 1 {
      throw HTTPProblem.invalidRequest("minimumRemaining is a number of seconds, at least 1.")
    }
    return try SessionTerms(
      lifetime: body.expiresIn.map { .seconds($0) },
      isSliding: body.sliding ?? false,
      minimumRemaining: body.minimumRemaining.map { .seconds($0) }
    ).validated()
  }
}

/// A session after a change, with the one that it replaces: its state before a renaming, or the one that was
/// active before a switch.
struct ChangedSessionDocument: Encodable {
  let after: SessionEntry
  let before: AccountSession?

  private enum CodingKeys: CodingKey { case before }

  func encode(to encoder: any Encoder) throws {
    try SessionDocument(after).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    let document = before.map { SessionDocument(SessionEntry(holder: $0, isActive: false)) }
    try container.encode(document, forKey: .before)
  }
}
#endif
