/// Finds out who calls a service: registers devices, and recognises their tokens and identity tokens.
///
/// Its callers are not known yet, so it has no context. What a device may do then is up to the other use
/// cases, with a ``RequestContext`` that has its view.
public struct AuthenticationUseCase: Sendable {
  private let devices: any DeviceRepository
  private let identityTokens: any IdentityTokenRepository
  private let intentions: IntentionsUseCase

  /// Creates the use case over a store.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - now: returns the present time.
  public init(
    store: some DeviceRepository & IdentityTokenRepository & IntentionRepository,
    now: @escaping @Sendable () -> Timestamp
  ) {
    devices = store
    identityTokens = store
    intentions = IntentionsUseCase(intentions: store, now: now)
  }

  /// Registers a device.
  ///
  /// - Parameters:
  ///   - label: what its user calls it; see ``Device/label``.
  ///   - token: the digest of the token that proves it.
  ///   - origin: the origin of the call.
  ///   - request: the request, if its caller may repeat it. A repetition returns the same device, which
  ///     `token` proves in place of the token of the first request.
  /// - Returns: the device.
  /// - Throws: ``CredentialError/notRepeatable(_:)``; ``CredentialError/store(_:)``, with
  ///   ``StoreFailure/Reason/idInUse`` if a device has the digest.
  public func register(
    _ label: String?,
    provenBy token: SecretDigest,
    from origin: Origin = Origin(),
    repeatable request: RepeatableRequest? = nil
  ) async throws(CredentialError) -> Device {
    if let request, let known = try await registered(by: request) {
      return try await givenToken(token, known, ifFirst: true)
    }
    let device = try await devices.register(
      DeviceRegistration(
        label: label,
        provenBy: token,
        from: origin,
        intention: request?.registration,
        content: request?.content
      )
    )
    // The same request may have come twice at once: then the device has the token of the other one.
    guard request != nil, try await devices.device(provenBy: token) == nil else { return device }
    return try await givenToken(token, device, ifFirst: true)
  }

  /// Returns the device that a request has registered before; nil if it has registered none.
  ///
  /// - Throws: ``CredentialError/notRepeatable(_:)``; ``CredentialError/store(_:)``.
  func registered(by request: RepeatableRequest) async throws(CredentialError) -> Device? {
    let answer: IntentionAnswer?
    do {
      answer = try await intentions.answer(
        to: request.registration,
        content: request.content,
        in: .everything(on: .local)
      )
    } catch {
      throw CredentialError(error)
    }
    guard case .device(let device) = answer else { return nil }
    return device
  }

  /// Gives a device a token in place of the one that its caller never got.
  ///
  /// - Parameter mustBeFirst: whether the request has registered the device, so that it has used no token if the
  ///   answer was lost.
  func givenToken(
    _ token: SecretDigest,
    _ device: Device,
    ifFirst mustBeFirst: Bool
  ) async throws(CredentialError) -> Device {
    do {
      try await devices.replaceUnusedToken(
        of: device.id,
        with: token,
        ifFirst: mustBeFirst,
        in: RequestContext(in: .device(device.id))
      )
      return device
    } catch {
      switch error {
      // It was used, or the device was forgotten since.
      case .noUnusedToken, .noSuchDevice: throw .notRepeatable(.answered)
      default: throw error
      }
    }
  }

  /// Returns the device of a token, and confirms the token when it is used first.
  ///
  /// - Parameter token: the digest of the token.
  /// - Returns: nil if the token proves nothing.
  /// - Throws: ``CredentialError/store(_:)``, also if the first use cannot be recorded. A failure never
  ///   looks like an unknown token.
  public func authenticate(_ token: SecretDigest) async throws(CredentialError) -> Device? {
    guard let proof = try await devices.device(provenBy: token) else { return nil }
    if !proof.isConfirmed { try await devices.confirmToken(token) }
    return proof.device
  }

  /// Returns whether a token proves a device; it does not count as its first use.
  ///
  /// - Parameter token: the digest of the token.
  /// - Throws: ``CredentialError/store(_:)``.
  public func isValid(_ token: SecretDigest) async throws(CredentialError) -> Bool {
    try await devices.device(provenBy: token) != nil
  }

  /// Returns the account that an identity token identifies.
  ///
  /// - Parameter token: the digest of the token.
  /// - Returns: nil if the token identifies nobody.
  /// - Throws: ``CredentialError/store(_:)``. A failure never looks like an unknown token.
  public func account(
    identifiedBy token: SecretDigest
  ) async throws(CredentialError) -> Account? {
    try await identityTokens.account(identifiedBy: token)
  }
}

extension CredentialError {
  /// Describes a failure with an intention.
  init(_ error: IntentionError) {
    switch error {
    case .notRepeatable(let reason): self = .notRepeatable(reason)
    case .store(let failure): self = .store(failure)
    }
  }
}
