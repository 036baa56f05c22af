package import MonikerDomain

/// The subscribers to the session changes of one store, and the snapshots that they received last.
///
/// The value is part of the store's actor. Subscribing and changing exclude each other there, so a
/// subscriber misses no change after its first snapshot.
package struct SessionSubscribers {
  private struct Device {
    var continuations: [Int: SessionChanges.Continuation] = [:]
    var last: SessionSnapshot?
  }

  private var devices: [DeviceID: Device] = [:]
  private var nextNumber = 0

  package var isEmpty: Bool { devices.isEmpty }

  /// Adds a subscriber and yields the present state to it.
  ///
  /// - Parameters:
  ///   - present: the snapshot of the device.
  ///   - leave: called with the subscriber's number when its sequence terminates.
  package mutating func add(
    _ continuation: SessionChanges.Continuation,
    on device: DeviceID,
    present: SessionSnapshot,
    leave: @escaping @Sendable (Int) -> Void
  ) {
    tell(present, on: device)
    let number = nextNumber
    nextNumber += 1
    devices[device, default: Device()].continuations[number] = continuation
    devices[device]?.last = present
    continuation.onTermination { leave(number) }
    if !continuation.yield(present) { remove(number, on: device) }
  }

  /// Finishes every sequence with an error.
  package mutating func fail(with error: SessionError) {
    for device in devices.values {
      for continuation in device.continuations.values { continuation.finish(throwing: error) }
    }
    devices = [:]
  }

  package mutating func remove(_ number: Int, on device: DeviceID) {
    devices[device]?.continuations[number] = nil
    if devices[device]?.continuations.isEmpty == true { devices[device] = nil }
  }

  /// Yields the state after a change to the subscribers of each device whose active session has
  /// changed.
  ///
  /// - Parameter snapshot: reads the snapshot of a device.
  package mutating func tell<Failure: Error>(
    _ snapshot: (DeviceID) throws(Failure) -> SessionSnapshot
  ) throws(Failure) {
    for device in devices.keys { tell(try snapshot(device), on: device) }
  }

  private mutating func tell(_ snapshot: SessionSnapshot, on device: DeviceID) {
    guard let known = devices[device], snapshot.active != known.last?.active else { return }
    devices[device]?.last = snapshot
    for continuation in known.continuations.values { continuation.yield(snapshot) }
  }
}
