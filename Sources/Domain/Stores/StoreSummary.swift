/// How much a store holds.
public struct StoreSummary: Hashable, Sendable {
  /// The version of its layout; nil where it has none, or was never written to.
  public let version: Int?

  /// The bytes that it takes on the disk; nil where it takes none.
  public let byteCount: Int?

  /// How many accounts there are.
  public let accountCount: Int

  /// How many sessions are open; some of them may have run out.
  public let openSessionCount: Int

  /// How many sessions are kept that have ended.
  public let endedSessionCount: Int

  /// How many events are kept.
  public let eventCount: Int

  /// The number of the last event that there was; 0 if there was none.
  public let lastSequence: Int

  /// The latest moment that an account, a session or an event in the store tells of, when it was last
  /// changed; nil for a store that holds none of these.
  public let lastChange: Timestamp?

  /// Makes the value.
  public init(
    version: Int?,
    byteCount: Int?,
    accountCount: Int = 0,
    openSessionCount: Int = 0,
    endedSessionCount: Int = 0,
    eventCount: Int = 0,
    lastSequence: Int = 0,
    lastChange: Timestamp? = nil
  ) {
    self.version = version
    self.byteCount = byteCount
    self.accountCount = accountCount
    self.openSessionCount = openSessionCount
    self.endedSessionCount = endedSessionCount
    self.eventCount = eventCount
    self.lastSequence = lastSequence
    self.lastChange = lastChange
  }

  /// How many records it has, the one of the metadata among them.
  public var recordCount: Int {
    accountCount + openSessionCount + endedSessionCount + eventCount + 1
  }

  /// Whether nothing has ever happened in the store.
  public var isEmpty: Bool {
    accountCount == 0 && openSessionCount == 0 && endedSessionCount == 0 && eventCount == 0
      && lastSequence == 0
  }
}
