/// Finds out who calls a service: registers devices, and recognises their tokens and identity tokens.
///
/// Its callers are not known yet, so it has no context. What a device may do then is up to the other use
/// cases, with a ``RequestContext`` that has its view.
public struct AuthenticationUseCase: Sendable {
  private let devices: any DeviceRepository
  private let identityTokens: any IdentityTokenRepository

  /// Creates the use case over a shared store.
  ///
  /// - Parameters:
  ///   - devices: the store's devices.
  ///   - identityTokens: the identity tokens of the same store.
  public init(
    devices: any DeviceRepository,
    identityTokens: any IdentityTokenRepository
  ) {
    self.devices = devices
    self.identityTokens = identityTokens
  }

  /// Registers a device.
  ///
  /// - Parameters:
  ///   - label: what its user calls it; see ``Device/label``.
  ///   - token: the digest of the token that proves it.
  ///   - origin: the origin of the call.
  ///   - intention: the ID of the intention; nil if the caller will not repeat it.
  /// - Returns: the device.
  /// - Throws: ``CredentialError/store(_:)``, with ``StoreFailure/Reason/idInUse`` if a device has the
  ///   digest.
  public func register(
    _ label: String?,
    provenBy token: SecretDigest,
    from origin: Origin = Origin(),
    intention: IntentionID? = nil
  ) async throws(CredentialError) -> Device {
    try await devices.register(
      DeviceRegistration(label: label, provenBy: token, from: origin, intention: intention)
    )
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
