/// What the caller of a store knows of a call: its scope, with its device, and its origin.
///
/// The owner of the store adds the rest: ``StoreOwner``.
public struct RequestContext: Hashable, Sendable {
  /// What the call sees and changes, and its device.
  public let scope: StoreScope

  /// The origin of the call.
  public let origin: Origin

  /// The ID of the intention, by which it can be repeated and looked up; nil if the caller will do
  /// neither.
  ///
  /// ``IntentionRepository`` defines how a store repeats an intention.
  public let intention: IntentionID?

  /// The digest of what the caller asks for with the intention; a repetition has the same one.
  ///
  /// Nil if the caller never asks for something else under the same ID.
  public let content: SecretDigest?

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - scope: what the call sees and changes, and its device.
  ///   - origin: the origin of the call.
  ///   - intention: see ``intention``.
  ///   - content: see ``content``.
  public init(
    in scope: StoreScope,
    from origin: Origin = Origin(),
    intention: IntentionID? = nil,
    content: SecretDigest? = nil
  ) {
    self.scope = scope
    self.origin = origin
    self.intention = intention
    self.content = content
  }

  /// The device of the call.
  public var deviceID: DeviceID { scope.deviceID }
}
