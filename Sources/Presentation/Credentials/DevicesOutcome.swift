public import MonikerDomain

/// A device of the accounts on this device, as a list has it.
public struct DeviceEntry: Hashable, Sendable {
  /// The device.
  public let device: Device

  /// Whether it is this one.
  public let isCurrent: Bool

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - device: the device.
  ///   - isCurrent: whether it is this one.
  public init(_ device: Device, isCurrent: Bool) {
    self.device = device
    self.isCurrent = isCurrent
  }
}

/// The devices on which the accounts of this device are signed in.
public struct DevicesOutcome: Outcome, Hashable {
  private let entries: [DeviceEntry]
  private let store: StoreDescription

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - entries: the devices.
  ///   - store: the description of the store.
  public init(_ entries: [DeviceEntry], store: StoreDescription) {
    self.entries = entries
    self.store = store
  }

  /// A line for each device; an asterisk marks this one.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    guard !entries.isEmpty else { return "There are no devices." }
    let lines = entries.map { entry in
      [
        (entry.isCurrent ? "* " : "  ") + "\(entry.device.id)",
        entry.device.registeredAt.minutes(in: zone),
        entry.device.origin.host?.visible ?? "",
        entry.device.label?.visible ?? "",
      ]
    }
    return TextTable.text([["  ID", "REGISTERED", "ADDRESS", "LABEL"]] + lines)
  }

  /// False: it is the answer.
  public var isConfirmation: Bool { false }

  private enum CodingKeys: CodingKey {
    case devices, store, deviceID, label, registeredAt, host, current
  }

  /// Encodes `store`, and `devices`, each with `deviceID`, `label`, `registeredAt`, `host` and `current`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(store, forKey: .store)
    var list = container.nestedUnkeyedContainer(forKey: .devices)
    for entry in entries {
      var fields = list.nestedContainer(keyedBy: CodingKeys.self)
      try fields.encode(entry.device.id.description, forKey: .deviceID)
      try fields.encode(entry.device.label, forKey: .label)
      try fields.encode(entry.device.registeredAt.rfc3339, forKey: .registeredAt)
      try fields.encode(entry.device.origin.host, forKey: .host)
      try fields.encode(entry.isCurrent, forKey: .current)
    }
  }
}

/// A device that was forgotten, or on which the sessions of these accounts were ended.
public struct DeviceForgottenOutcome: Outcome, Hashable {
  private let entry: DeviceEntry
  private let ended: Int
  private let store: StoreDescription

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - entry: the device.
  ///   - ended: how many sessions on it were ended.
  ///   - store: the description of the store.
  public init(_ entry: DeviceEntry, ended: Int, store: StoreDescription) {
    self.entry = entry
    self.ended = ended
    self.store = store
  }

  /// A sentence.
  public var text: String {
    let sessions = ended == 1 ? "1 session" : "\(ended) sessions"
    guard !entry.isCurrent else {
      return "This device is forgotten, and \(sessions) on it ended."
    }
    let name = entry.device.label.map { "\"\($0.visible)\"" } ?? "\(entry.device.id)"
    return "Signed out on the device \(name): \(sessions) ended."
  }

  /// True.
  public var isConfirmation: Bool { true }

  private enum CodingKeys: CodingKey {
    case deviceID, current, endedSessions, store
  }

  /// Encodes `deviceID`, `current`, the number `endedSessions`, and `store`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(entry.device.id.description, forKey: .deviceID)
    try container.encode(entry.isCurrent, forKey: .current)
    try container.encode(ended, forKey: .endedSessions)
    try container.encode(store, forKey: .store)
  }
}
