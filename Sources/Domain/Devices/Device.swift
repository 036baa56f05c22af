/// The permanent ID of a device.
public typealias DeviceID = Identifier<Device>

/// What a person signs in on: the home on a machine, a browser, another machine.
///
/// Each device has its own active session, or none. A store that one home uses has one device,
/// ``Identifier/local``, which is not registered. A shared store has any number, each registered with
/// the digest of the token that proves it.
public struct Device: Hashable, Sendable, Identifiable, Encodable {
  /// The permanent ID.
  public let id: DeviceID

  /// What its user calls it; nil if that is not known.
  public let label: String?

  /// The time of its registration.
  public let registeredAt: Timestamp

  /// The origin of its registration.
  public let origin: Origin

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - id: the permanent ID.
  ///   - label: as the parts of an ``Origin``: not known if it is empty, has more than 255 bytes of
  ///     UTF-8, or contains a character that cannot be shown in a line of text.
  ///   - registeredAt: the time of its registration.
  ///   - origin: the origin of its registration.
  public init(id: DeviceID, label: String?, registeredAt: Timestamp, origin: Origin) {
    self.id = id
    self.label = label.flatMap(Origin.usable)
    self.registeredAt = registeredAt
    self.origin = origin
  }
}

extension Identifier where Subject == Device {
  /// The device of a store that one home uses.
  public static var local: DeviceID { DeviceID(high: 0, low: 0) }
}
