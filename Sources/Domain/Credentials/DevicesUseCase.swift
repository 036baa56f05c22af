/// Lists and forgets the devices of a shared store, and replaces the token of the caller's device.
public struct DevicesUseCase: Sendable {
  private let devices: any DeviceRepository
  private let context: RequestContext

  /// Creates the use case over a shared store.
  ///
  /// - Parameters:
  ///   - devices: the store's devices.
  ///   - context: the context of the calls.
  public init(devices: any DeviceRepository, in context: RequestContext) {
    self.devices = devices
    self.context = context
  }

  /// Returns a page of the devices in the scope of the caller.
  ///
  /// - Parameter page: selects the page.
  /// - Throws: ``CredentialError/store(_:)``, as ``DeviceRepository/devices(_:in:)`` does.
  public func list(_ page: PageRequest) async throws(CredentialError) -> Page<Device> {
    try await devices.devices(page, in: context.scope)
  }

  /// Gives the caller's device a new token, which replaces the present one when it is used first.
  ///
  /// - Parameter token: the digest of the new token.
  /// - Throws: ``CredentialError/noSuchDevice(_:)`` if the caller's device is not registered;
  ///   ``CredentialError/store(_:)``, with ``StoreFailure/Reason/idInUse`` if a device has the digest.
  public func rotate(to token: SecretDigest) async throws(CredentialError) {
    try await devices.replaceToken(of: context.deviceID, with: token, in: context)
  }

  /// Forgets a device: its tokens prove nothing from then on, and its sessions end.
  ///
  /// - Parameter id: the device; for a caller with a device's view, that device alone.
  /// - Returns: the sessions that the call ended.
  /// - Throws: ``CredentialError/noSuchDevice(_:)``; ``CredentialError/store(_:)``.
  public func forget(_ id: DeviceID) async throws(CredentialError) -> [SessionEntry] {
    try await devices.forget(id, in: context)
  }
}
