/// The port to the devices of a shared store, and to the tokens that prove them.
///
/// The general laws of ``NicknameRepository`` apply.
public protocol DeviceRepository: Sendable {
  /// Registers a device under a new ID.
  ///
  /// - A registration with an ID of an intention is recorded and repeated as ``IntentionRepository``
  ///   defines, except that its caller has no device yet: every caller with the ID gets the
  ///   answer.
  ///
  /// - Returns: the device.
  /// - Throws: ``CredentialError/store(_:)``, with ``StoreFailure/Reason/idInUse`` if another device has
  ///   the digest, or if the new ID is in use.
  func register(_ registration: DeviceRegistration) async throws(CredentialError) -> Device

  /// Returns the device that a token proves.
  ///
  /// - Parameter digest: the digest of the token.
  /// - Returns: nil if no registered device has the digest.
  /// - Throws: ``CredentialError/store(_:)``. A failure never looks like an unknown token.
  func device(provenBy digest: SecretDigest) async throws(CredentialError) -> Device?

  /// Replaces the digest of a device's token; the former token proves nothing from then on.
  ///
  /// - Parameters:
  ///   - id: the device; with a device's view, the device of the call alone.
  ///   - digest: the digest of the new token.
  ///   - context: the request context.
  /// - Throws: ``CredentialError/noSuchDevice(_:)``; ``CredentialError/store(_:)``, with
  ///   ``StoreFailure/Reason/idInUse`` if another device has the digest.
  func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError)

  /// Forgets a device: its token proves nothing from then on, and its sessions end.
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

  /// Creates the value.
  public init(
    label: String?,
    provenBy token: SecretDigest,
    from origin: Origin = Origin(),
    intention: IntentionID? = nil
  ) {
    self.label = label
    self.token = token
    self.origin = origin
    self.intention = intention
  }
}
