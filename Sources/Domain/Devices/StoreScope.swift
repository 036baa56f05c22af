/// What a caller sees and changes of a store.
///
/// No result contains anything outside the scope of its call, and no call changes anything outside
/// it, with two exceptions. A device sees its own active session also after it has ended, with its
/// account. Whether a nickname is free is not a secret: a refusal names the holder.
public enum StoreScope: Hashable, Sendable {
  /// Everything, as the operator of a store and the owner of a home see it, by way of a device.
  case everything(on: DeviceID)

  /// The accounts with an open session on a device, all their sessions on all devices, and their
  /// history.
  ///
  /// A session that has expired is not open, whether or not its end is recorded.
  case device(DeviceID)

  /// The device of the caller, whose active session the call uses.
  public var deviceID: DeviceID {
    switch self {
    case .everything(let device), .device(let device): device
    }
  }
}
