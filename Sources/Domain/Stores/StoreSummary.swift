/// The size of a store's content.
public struct StoreSummary: Hashable, Sendable {
  /// The version of the store's layout; nil if it has none or was never written to.
  public let version: Int?

  /// The number of bytes on the disk; nil if it uses none.
  public let byteCount: Int?

  /// The number of accounts.
  public let accountCount: Int

  /// The number of profiles that were saved.
  public let profileCount: Int

  /// The number of nicknames that rest, or whose rest has passed and that are not yet removed.
  public let restingNicknameCount: Int

  /// The number of registered devices.
  public let deviceCount: Int

  /// The number of sessions that have neither ended nor expired.
  public let openSessionCount: Int

  /// The number of sessions that have ended or expired and are kept.
  public let endedSessionCount: Int

  /// The number of events that are kept.
  public let eventCount: Int

  /// The number of the newest event, even if that event is no longer kept; 0 if there was none.
  public let lastSequence: Int

  /// The time of the last change: the latest time in the accounts, profiles, sessions and events; nil if
  /// there are none of these.
  public let lastChange: Timestamp?

  /// The settings of the store.
  public let settings: StoreSettings

  /// Creates the value.
  public init(
    version: Int?,
    byteCount: Int?,
    accountCount: Int = 0,
    profileCount: Int = 0,
    restingNicknameCount: Int = 0,
    deviceCount: Int = 0,
    openSessionCount: Int = 0,
    endedSessionCount: Int = 0,
    eventCount: Int = 0,
    lastSequence: Int = 0,
    lastChange: Timestamp? = nil,
    settings: StoreSettings = .standard
  ) {
    self.version = version
    self.byteCount = byteCount
    self.accountCount = accountCount
    self.profileCount = profileCount
    self.restingNicknameCount = restingNicknameCount
    self.deviceCount = deviceCount
    self.openSessionCount = openSessionCount
    self.endedSessionCount = endedSessionCount
    self.eventCount = eventCount
    self.lastSequence = lastSequence
    self.lastChange = lastChange
    self.settings = settings
  }

  /// The number of records, including the store metadata.
  public var recordCount: Int {
    accountCount + profileCount + restingNicknameCount + deviceCount + openSessionCount
      + endedSessionCount + eventCount + 1
  }

  /// Whether nothing has ever happened in the store; its settings may have been changed.
  public var isEmpty: Bool {
    accountCount == 0 && deviceCount == 0 && openSessionCount == 0 && endedSessionCount == 0
      && eventCount == 0 && lastSequence == 0 && restingNicknameCount == 0
  }
}
