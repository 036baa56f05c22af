/// The permanent ID of a session.
public typealias SessionID = Identifier<Session>

/// The first characters of the ID of a session.
public typealias SessionIDPrefix = IdentifierPrefix<Session>

/// A period for which an account is signed in on a device.
public struct Session: Hashable, Sendable, Identifiable {
  /// The shortest ``renewalInterval``: a minute.
  public static let minimumRenewalInterval = Duration.seconds(60)

  /// The maximum number of sessions whose expiry one call of
  /// ``SessionRepository/recordExpiries(in:)`` records: 100.
  public static let maximumExpiries = 100

  /// The maximum number of sessions that one call of ``SessionRepository/endSessions(_:in:)`` ends:
  /// 10,000.
  ///
  /// A property list is written as a whole for each call.
  public static let maximumRevocations = 10_000

  /// The ID.
  public let id: SessionID

  /// The ID of the account that the session belongs to.
  public let accountID: AccountID

  /// The ID of the device that the account is signed in on.
  public let deviceID: DeviceID

  /// The time of the sign-in that opened the session.
  public let startedAt: Timestamp

  /// The time when the session was opened, last used, or last kept by a sign-in; not before
  /// ``startedAt``.
  public let lastSeenAt: Timestamp

  /// The time from which the session has expired; nil if it does not expire.
  public let expiresAt: Timestamp?

  /// The idle timeout, by which use extends the session; nil if use does not renew it.
  public let idleTimeout: Duration?

  /// The origin of the sign-in that opened the session.
  public let origin: Origin

  /// The time and reason of the end; nil while nothing has ended the session.
  public let ending: SessionEnding?

  /// Creates the value, which need not exist in any store.
  ///
  /// A session cannot be seen before it starts: an earlier `lastSeenAt` is replaced by `startedAt`.
  public init(
    id: SessionID,
    accountID: AccountID,
    deviceID: DeviceID,
    startedAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp?,
    idleTimeout: Duration? = nil,
    origin: Origin,
    ending: SessionEnding? = nil
  ) {
    self.id = id
    self.accountID = accountID
    self.deviceID = deviceID
    self.startedAt = startedAt
    self.lastSeenAt = max(startedAt, lastSeenAt)
    self.expiresAt = expiresAt
    self.idleTimeout = idleTimeout
    self.origin = origin
    self.ending = ending
  }

  /// The renewal interval: use renews the session at most this often; nil without an idle timeout.
  ///
  /// It is a twentieth of the idle timeout, and at least ``minimumRenewalInterval``, so that writes are
  /// rare.
  public var renewalInterval: Duration? {
    idleTimeout.map { max(Self.minimumRenewalInterval, $0 / Self.renewalsInIdleTimeout) }
  }

  private static var renewalsInIdleTimeout: Int { 20 }

  /// Whether the session was last seen at least ``renewalInterval`` before a time; false without an idle timeout.
  ///
  /// It multiplies, because a service asks for each request, and a division of durations takes 0.2 us.
  func renewalIntervalHasPassed(by time: Timestamp) -> Bool {
    guard let idleTimeout else { return false }
    let unseen = lastSeenAt.duration(to: time)
    return unseen >= Self.minimumRenewalInterval
      && unseen * Self.renewalsInIdleTimeout >= idleTimeout
  }

  /// Whether the session has expired: at ``expiresAt`` it has.
  public func hasExpired(by time: Timestamp) -> Bool {
    expiresAt.map { $0 <= time } ?? false
  }

  /// Returns the time until the session expires, at least zero; nil if it does not expire.
  public func remaining(at time: Timestamp) -> Duration? {
    expiresAt.map { time < $0 ? time.duration(to: $0) : .zero }
  }
}
