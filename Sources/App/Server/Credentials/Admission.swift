#if Server
import Hummingbird
import MonikerDomain

/// Lets devices in, by a nickname or by a link: what the API and the pages have in common.
///
/// The secrets that are issued are in the results alone.
struct Admission {
  let parts: ServiceParts
  let context: ServiceContext

  /// Somebody who was let in.
  struct Admitted: Sendable {
    /// The account and session that are active now.
    let signIn: SignIn

    /// The token that proves the device from now on; nil if it keeps the one that it has.
    let token: Secret?

    /// The recovery key of a new account; nil for another one.
    let recoveryKey: Secret?
  }

  /// Signs in under a nickname, and claims it if no account holds it.
  ///
  /// - Parameters:
  ///   - nickname: the text that the person typed.
  ///   - label: what the user calls the device, if it is not known yet.
  ///   - terms: how long the session lasts.
  ///   - recoveryKey: the recovery key that the person typed; nil if they gave none.
  ///   - repeatable: the request, if its caller may repeat it.
  /// - Throws: ``HTTPProblem``; `SharedSignInError`.
  func signIn(
    under nickname: String,
    label: String?,
    terms: SessionTerms,
    recoveryKey typed: String?,
    repeatable: RepeatableRequest?
  ) async throws -> Admitted {
    try parts.throttle.refuse(.signIn, from: context.client)
    let place: SignInPlace =
      try await isDeviceKept ? .known(try context.device()) : .new(label: label)
    let token = parts.secret(.token)
    let recoveryKey = parts.secret(.recoveryKey)
    let result = try await parts.signIn(
      from: context.origin,
      in: context.client.network
    ).signIn(
      nickname,
      on: place,
      terms: terms,
      proof: try typed.map(Secret.recoveryKeyDigest),
      secrets: SignInSecrets(token: token.digest, recoveryKey: recoveryKey.digest),
      repeatable: repeatable
    )
    return Admitted(
      signIn: result.signIn,
      token: result.setsToken ? token : nil,
      recoveryKey: result.setsRecoveryKey ? recoveryKey : nil
    )
  }

  /// Whether a sign-in is on the device of the caller.
  ///
  /// A browser where nobody is signed in becomes a new device: its former user may have kept the cookie, which proves
  /// the former device until the browser uses the next one.
  private var isDeviceKept: Bool {
    get async throws {
      guard let caller = context.caller else { return false }
      guard let device = caller.device, device.isCookie else { return true }
      let useCases = parts.useCases(on: device.device.id, from: context.origin)
      return try await useCases.accounts.list().contains(where: \.isSignedIn)
    }
  }

  /// Signs in with an approved link, for the device that has begun it.
  ///
  /// - Parameters:
  ///   - deviceCode: the device code of the link.
  ///   - terms: how long the session lasts.
  ///   - repeatable: the request, if its caller may repeat it.
  /// - Throws: ``HTTPProblem``; `CredentialError`.
  func redeem(
    deviceCode typed: String,
    on terms: SessionTerms,
    repeatable: RepeatableRequest? = nil
  ) async throws -> Admitted {
    guard let deviceCode = Secret(.deviceCode, typed: typed) else {
      throw CredentialError.noSuchLink
    }
    // The store repeats its answer for longer than a request may be repeated.
    let (useCases, _) = try await context.change(parts, repeatable: repeatable)
    let signIn = try await useCases.credentials.redeem(
      deviceCode: deviceCode.digest,
      on: terms
    )
    let token = try await useCases.rotated(to: parts.secret(.token))
    return Admitted(signIn: signIn, token: token, recoveryKey: nil)
  }

  /// A link that was begun.
  struct BegunLink: Sendable {
    /// The token of a device that was registered for it; nil if it is the caller's device.
    let token: Secret?

    /// What the device keeps.
    let deviceCode: Secret

    /// What the device shows.
    let userCode: Secret
  }

  /// Begins a link of the caller's device, or of a new one as for a sign-in.
  ///
  /// - Parameters:
  ///   - purpose: what the device asks for.
  ///   - label: what the user calls a new device.
  ///   - repeatable: the request, if its caller may repeat it.
  /// - Throws: ``HTTPProblem``; `CredentialError`.
  func beginLink(
    for purpose: LinkPurpose,
    label: String?,
    repeatable: RepeatableRequest?
  ) async throws -> BegunLink {
    let isNew = if purpose == .signIn { try await !isDeviceKept } else { false }
    let link = BegunLink(
      token: isNew ? parts.secret(.token) : nil,
      deviceCode: parts.secret(.deviceCode),
      userCode: parts.secret(.userCode)
    )
    for _ in 0..<Self.roundsOfEqualRequests {
      let device =
        if let token = link.token {
          try await parts.authentication.register(
            label,
            provenBy: token.digest,
            from: context.origin,
            repeatable: repeatable
          )
        } else { try context.device() }
      _ = try await parts.useCases(on: device.id, from: context.origin).credentials.beginLink(
        for: purpose,
        deviceCode: link.deviceCode.digest,
        userCode: link.userCode.digest
      )
      // The same request can come several times at once. If another one has replaced the token, this one sets its
      // secrets again: at the end all secrets of one request are valid.
      guard let token = link.token, repeatable != nil,
        try await !parts.authentication.isValid(token.digest)
      else { return link }
      // Without a random pause, two requests could replace each other's secrets in turn.
      try await Task.sleep(for: .milliseconds(Int.random(in: 1...50)))
    }
    throw CredentialError.store(
      StoreFailure(.busy, at: "the link", detail: "the same request came too often at once")
    )
  }

  /// How often a request sets its secrets that others replace.
  private static let roundsOfEqualRequests = 20
}

extension Secret {
  /// The digest of a recovery key that a person typed.
  ///
  /// - Throws: ``HTTPProblem/invalidRecoveryKey``.
  fileprivate static func recoveryKeyDigest(_ typed: String) throws(HTTPProblem) -> SecretDigest {
    guard let key = Secret(.recoveryKey, typed: typed) else {
      throw HTTPProblem.invalidRecoveryKey
    }
    return key.digest
  }
}

extension UseCases {
  /// Gives the device a new token, which it returns; the old one holds until the new one is used.
  func rotated(to token: Secret) async throws -> Secret {
    try await devices.rotate(to: token.digest)
    return token
  }
}

extension HTTPProblem {
  /// A text that is no recovery key.
  static var invalidRecoveryKey: HTTPProblem {
    HTTPProblem(
      .unprocessableContent,
      "invalidRecoveryKey",
      "That is not a recovery key. It begins with mnr- and has 26 letters and digits."
    )
  }
}
#endif
