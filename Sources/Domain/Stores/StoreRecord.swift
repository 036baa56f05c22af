/// One record of a store, in the form in which stores exchange it.
///
/// The records of a store come in this order: the accounts in the order of their creation, the profiles
/// in the order of their accounts, the resting nicknames in the order in which they were given up, the registered devices in the order of their
/// registration, the sessions in the order of their opening, the events by their numbers, and last the
/// store metadata.
public enum StoreRecord: Hashable, Sendable {
  /// An account; the time when it last opened a session, nil if it never did; the digest of its recovery
  /// key, nil if it has none; and the time when it was suspended, nil if it is not.
  case account(
    Account,
    lastSignedInAt: Timestamp?,
    recoveryKey: SecretDigest? = nil,
    suspendedAt: Timestamp? = nil
  )

  /// The profile of an account that has saved one.
  case profile(Profile, of: AccountID)

  /// A nickname that rests, or whose rest has passed and that is not yet removed.
  case restingNickname(RestingNickname)

  /// A registered device, and the digests of its tokens.
  case device(Device, tokens: DeviceTokens)

  /// A session, open or ended.
  case session(Session)

  /// An event.
  case event(HistoryEvent)

  /// The store metadata, which is the last record of every store.
  case metadata(StoreMetadata)
}

/// The store metadata.
public struct StoreMetadata: Hashable, Sendable {
  /// The metadata of a store that was never written to.
  public static let none = StoreMetadata(
    activeSessions: [:],
    lastSequence: 0,
    settings: .standard
  )

  /// The IDs of the active sessions of devices; a device without one is not a key.
  public let activeSessions: [DeviceID: SessionID]

  /// The number of the newest event, even if that event is no longer kept.
  public let lastSequence: Int

  /// The settings of the store.
  public let settings: StoreSettings

  /// Creates the value.
  public init(
    activeSessions: [DeviceID: SessionID],
    lastSequence: Int,
    settings: StoreSettings = .standard
  ) {
    self.activeSessions = activeSessions
    self.lastSequence = lastSequence
    self.settings = settings
  }
}
