/// The permanent ID of a device.
public typealias DeviceID = Identifier<Device>

/// What a person signs in on: the home on a machine, a browser, another machine.
///
/// Each device has its own active session, or none. A store that one home uses has one device,
/// ``Identifier/local``; a shared store has any number.
public enum Device {}

extension Identifier where Subject == Device {
  /// The device of a store that one home uses.
  public static var local: DeviceID { DeviceID(high: 0, low: 0) }
}
