public import MonikerDomain

/// The formatted session for a list or a detail, with its fields for JSON.
public struct SessionRow: Hashable, Sendable {
  let entry: SessionEntry
  /// The present, to which relative times refer.
  let time: Timestamp

  init(_ entry: SessionEntry, at time: Timestamp) {
    self.entry = entry
    self.time = time
  }

  /// The active session of a device, at the time of its last use.
  public init(_ active: AccountSession) {
    self.init(SessionEntry(holder: active, isActive: true), at: active.session.lastSeenAt)
  }

  /// The ID of the session.
  public var id: String { entry.session.id.description }

  /// The device that the account is signed in on.
  public var deviceID: DeviceID { entry.session.deviceID }

  /// Whether it is the active session of the caller's device, even if it has ended.
  public var isActive: Bool { entry.isActive }

  /// Whether it has not ended.
  public var isOpen: Bool { entry.session.ending == nil }

  /// The nickname of its account.
  public var name: String { entry.account.nickname.text }

  /// The nickname of its account, with hidden characters replaced by their code points.
  var nickname: String { entry.account.nickname.text.visible }

  /// Whether it is open, or how it has ended, in words.
  public var state: String {
    switch entry.session.ending?.reason {
    case nil: "open"
    case .expired: "expired"
    case .signedOut: "signed out"
    case .revoked: "revoked"
    }
  }

  /// The host and terminal at which it was opened, as far as known; empty if neither is.
  public var place: String {
    let origin = entry.session.origin
    return [origin.host, origin.terminal].compactMap { $0?.visible }.joined(separator: ", ")
  }

  /// When it was opened, relative to the present.
  public var started: String { relative(entry.session.startedAt) }

  /// When it was last used, relative to the present.
  public var lastSeen: String { relative(entry.session.lastSeenAt) }

  /// When it ended or will expire.
  public var end: String {
    (entry.session.ending?.time ?? entry.session.expiresAt).map(relative) ?? "never"
  }

  /// When it was opened.
  public var startedAt: DisplayTime { DisplayTime(entry.session.startedAt) }

  /// When it was last used.
  public var lastSeenAt: DisplayTime { DisplayTime(entry.session.lastSeenAt) }

  /// When it ended or will expire; nil if it does not.
  public var endAt: DisplayTime? {
    (entry.session.ending?.time ?? entry.session.expiresAt).map { DisplayTime($0) }
  }

  /// For how long each use renews it, such as `8 h`; nil if none does.
  public var renewal: String? { entry.session.idleTimeout?.rough }

  /// A moment relative to the present: `5 min ago`, `in 7 h 59 min`.
  func relative(_ moment: Timestamp) -> String {
    let distance = time.duration(to: moment)
    if distance >= .seconds(1) { return "in \(distance.rough)" }
    if distance <= .seconds(-1) { return "\((.zero - distance).rough) ago" }
    return "now"
  }
}

extension SessionRow: Encodable {
  /// Encodes the fields of a ``SessionDocument``.
  public func encode(to encoder: any Encoder) throws {
    try SessionDocument(entry).encode(to: encoder)
  }
}
