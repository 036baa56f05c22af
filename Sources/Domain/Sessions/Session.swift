/// The permanent identity of a session.
public typealias SessionID = Identifier<Session>

/// The time for which an account is signed in, from one place.
public struct Session: Hashable, Sendable {
  /// A session that slides is renewed by use if it was last seen at least this long ago, so that
  /// using it seldom writes anything.
  public static let renewalInterval = Duration.seconds(60)

  /// The identity.
  public let id: SessionID

  /// Whose session it is.
  public let accountID: AccountID

  /// When the account signed in.
  public let startedAt: Timestamp

  /// When the account last signed in or was kept signed in; not before ``startedAt``.
  public let lastSeenAt: Timestamp

  /// From when on the session no longer holds; nil if it never ends by itself.
  public let expiresAt: Timestamp?

  /// How long the session lasts from each use on; nil for one that use does not renew.
  public let idleTimeout: Duration?

  /// Where the account signed in.
  public let origin: Origin

  /// When and why the session has ended; nil while nothing has ended it.
  public let ending: SessionEnding?

  /// Makes the value; it says nothing about any store.
  ///
  /// A session cannot have been seen before it was started: an earlier `lastSeenAt` counts as
  /// `startedAt`.
  public init(
    id: SessionID,
    accountID: AccountID,
    startedAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp?,
    idleTimeout: Duration? = nil,
    origin: Origin,
    ending: SessionEnding? = nil
  ) {
    self.id = id
    self.accountID = accountID
    self.startedAt = startedAt
    self.lastSeenAt = max(startedAt, lastSeenAt)
    self.expiresAt = expiresAt
    self.idleTimeout = idleTimeout
    self.origin = origin
    self.ending = ending
  }

  /// Whether the session has run out by then: it holds until the moment before ``expiresAt``.
  public func hasExpired(by time: Timestamp) -> Bool {
    expiresAt.map { $0 <= time } ?? false
  }

  /// How much time is left of the session; nil if it does not end by itself.
  public func remaining(at time: Timestamp) -> Duration? {
    expiresAt.map { time < $0 ? time.duration(to: $0) : .zero }
  }
}
