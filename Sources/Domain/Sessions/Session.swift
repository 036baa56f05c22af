/// The permanent identity of a session.
public typealias SessionID = Identifier<Session>

/// The time for which an account is signed in, from one place.
public struct Session: Hashable, Sendable {
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

  /// Where the account signed in.
  public let origin: Origin

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
    origin: Origin
  ) {
    self.id = id
    self.accountID = accountID
    self.startedAt = startedAt
    self.lastSeenAt = max(startedAt, lastSeenAt)
    self.expiresAt = expiresAt
    self.origin = origin
  }

  /// Whether the session has run out by then: it holds until the moment before ``expiresAt``.
  public func hasExpired(by time: Timestamp) -> Bool {
    expiresAt.map { $0 <= time } ?? false
  }
}
