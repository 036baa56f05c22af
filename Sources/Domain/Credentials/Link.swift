/// A request of a device to be let in, in the shape of RFC 8628.
///
/// The device shows a user code. A person types it on a device that is signed in, and approves the
/// request for one of the accounts there. A link names no account, so nothing lets a stranger reach an
/// approver.
public struct Link: Hashable, Sendable {
  /// How long a link can be approved and redeemed: 10 minutes.
  public static let lifetime = Duration.seconds(600)

  /// How many wrong user codes a device may give within ``lifetime`` from the first of them: 5.
  public static let maximumWrongCodes = 5

  /// How long the account must have been signed in on both devices when a link for another purpose than
  /// signing in is approved: 24 hours.
  ///
  /// Otherwise somebody who holds one open session could let a device of their own in, and approve with it
  /// what the session alone is not enough for, before the owner of the account can see it.
  public static let minimumSessionAge = Duration.seconds(86_400)

  /// The device that asks.
  public let device: Device

  /// What it asks for.
  public let purpose: LinkPurpose

  /// The origin of its request.
  public let origin: Origin

  /// The time of the request.
  public let startedAt: Timestamp

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - device: the device that asks.
  ///   - purpose: what it asks for.
  ///   - origin: the origin of its request.
  ///   - startedAt: the time of the request.
  public init(
    from device: Device,
    for purpose: LinkPurpose = .signIn,
    origin: Origin,
    startedAt: Timestamp
  ) {
    self.device = device
    self.purpose = purpose
    self.origin = origin
    self.startedAt = startedAt
  }

  /// The time from which on the link is void.
  public var endsAt: Timestamp { startedAt.advanced(by: Self.lifetime) }

  /// Whether the link is not void at a time.
  package func isValid(at time: Timestamp) -> Bool {
    Self.isValid(startedAt: startedAt, at: time)
  }

  /// Whether a link from a time is not void at another: a wrong clock must not keep one for years.
  package static func isValid(startedAt: Timestamp, at time: Timestamp) -> Bool {
    startedAt.isWithin(lifetime, of: time)
  }
}

/// What a device asks for by a link.
public enum LinkPurpose: String, Hashable, Sendable, CaseIterable, Codable {
  /// To be signed in to an account.
  case signIn

  /// To replace the recovery key of an account that is signed in on it.
  case recoveryKey

  /// To remove an account that is signed in on it.
  case removal
}

/// What became of a link.
public enum LinkState: String, Hashable, Sendable {
  /// Nobody has approved or denied it yet.
  case pending

  /// A person has approved it, and the device can redeem it.
  case approved

  /// A person has denied it.
  case denied
}
