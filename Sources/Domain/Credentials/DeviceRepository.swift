/// The port to the devices of a shared store, and to the tokens that prove them.
///
/// The general laws of ``NicknameRepository`` apply.
///
/// - A token is unconfirmed until its first use, which ``confirmToken(_:)`` records. A device has at most
///   one confirmed and one unconfirmed token, and no other device has either.
public protocol DeviceRepository: Sendable {
  /// Registers a device under a new ID; its token is unconfirmed.
  ///
  /// - A registration with an ID of an intention is recorded and repeated as ``IntentionRepository``
  ///   defines, except that its caller has no device yet: every caller with the ID gets the
  ///   answer.
  ///
  /// - Returns: the device.
  /// - Throws: ``CredentialError/store(_:)``, with ``StoreFailure/Reason/idInUse`` if a device has the
  ///   digest, or if the new ID is in use.
  func register(_ registration: DeviceRegistration) async throws(CredentialError) -> Device

  /// Returns the device that a token proves, and whether the token is confirmed.
  ///
  /// - Parameter digest: the digest of the token.
  /// - Returns: nil if no registered device has the digest.
  /// - Throws: ``CredentialError/store(_:)``. A failure never looks like an unknown token.
  func device(provenBy digest: SecretDigest) async throws(CredentialError) -> DeviceProof?

  /// Records the first use of a token.
  ///
  /// - An unconfirmed token becomes the confirmed one of its device. The confirmed one that it replaces
  ///   proves nothing from then on.
  /// - If the token is confirmed, or no device has it, nothing changes. Of any number of concurrent
  ///   confirmations of a token, one changes the store and none fails.
  ///
  /// - Parameter digest: the digest of the token.
  /// - Throws: ``CredentialError/store(_:)``.
  func confirmToken(_ digest: SecretDigest) async throws(CredentialError)

  /// Gives a device a new token, which is unconfirmed.
  ///
  /// - The confirmed token of the device is valid until the new one is confirmed, so that a lost answer
  ///   locks nobody out.
  /// - An unconfirmed token of the device proves nothing from then on. If it is the new token itself,
  ///   nothing changes: a caller that lost the answer repeats the call.
  ///
  /// - Parameters:
  ///   - id: the device; with a device's view, the device of the call alone.
  ///   - digest: the digest of the new token.
  ///   - context: the request context.
  /// - Throws: ``CredentialError/noSuchDevice(_:)``; ``CredentialError/store(_:)``, with
  ///   ``StoreFailure/Reason/idInUse`` if another device has the digest, or the device itself as that of
  ///   its confirmed token.
  func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError)

  /// Gives a device a new token in place of one that is unconfirmed, for a caller that lost the answer
  /// with that one.
  ///
  /// - The unconfirmed token of the device proves nothing from then on. Its confirmed one does, if it has
  ///   one.
  /// - A device with a confirmed token has used its first one: an unconfirmed token is then a later one.
  ///
  /// - Parameters:
  ///   - id: the device; with a device's view, the device of the call alone.
  ///   - digest: the digest of the new token.
  ///   - mustBeFirst: whether the device must not have used a token yet.
  ///   - context: the request context.
  /// - Throws: ``CredentialError/noUnusedToken(_:)`` if the device has no unconfirmed token, or if it has used
  ///   one and `mustBeFirst`; the errors of
  ///   ``replaceToken(of:with:in:)``.
  func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    in context: RequestContext
  ) async throws(CredentialError)

  /// Forgets a device: its tokens prove nothing from then on, and its sessions end.
  ///
  /// - Its open sessions are revoked in the order of their opening, each with
  ///   ``HistoryEvent/Kind/revoked``. The device has no active session afterwards.
  /// - Sessions on other devices are unchanged.
  ///
  /// - Parameters:
  ///   - id: the device; with a device's view, the device of the call alone.
  ///   - context: the request context.
  /// - Returns: the sessions that the call ended, in their state after it.
  /// - Throws: ``CredentialError/noSuchDevice(_:)``; ``CredentialError/store(_:)``.
  func forget(
    _ id: DeviceID,
    in context: RequestContext
  ) async throws(CredentialError) -> [SessionEntry]

  /// Returns a page of the registered devices in a scope, in the order of their registration.
  ///
  /// - Parameters:
  ///   - page: selects the page.
  ///   - scope: everything; or a device's view, which has that device and those on which an
  ///   account has an open session that has one on that device, too.
  /// - Throws: ``CredentialError/store(_:)``, with ``StoreFailure/Reason/unsupported`` for a cursor that is
  ///   not one of this list.
  func devices(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(CredentialError) -> Page<Device>
}

/// The registration of a device.
public struct DeviceRegistration: Hashable, Sendable {
  /// What its user calls it; see ``Device/label``.
  public let label: String?

  /// The digest of the token that proves it.
  public let token: SecretDigest

  /// The origin of the call.
  public let origin: Origin

  /// The ID of the intention; nil if the caller will not repeat it.
  public let intention: IntentionID?

  /// The digest of what the caller asks for: ``RequestContext/content``.
  public let content: SecretDigest?

  /// Creates the value.
  public init(
    label: String?,
    provenBy token: SecretDigest,
    from origin: Origin = Origin(),
    intention: IntentionID? = nil,
    content: SecretDigest? = nil
  ) {
    self.label = label
    self.token = token
    self.origin = origin
    self.intention = intention
    self.content = content
  }
}
