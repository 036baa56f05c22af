/// One thing that a store holds, in the form in which it goes from one store to another.
///
/// All that a store holds are its records in this order: the accounts as they were made, the sessions as
/// they were opened, the events as they are numbered, and at last the one of what is there once.
public enum StoreRecord: Hashable, Sendable {
  /// An account, and when it last opened a session; nil if it never has.
  case account(Account, lastSignedInAt: Timestamp?)

  /// A session, open or ended.
  case session(Session)

  /// An event.
  case event(HistoryEvent)

  /// What a store holds once; it ends the records of every store.
  case metadata(StoreMetadata)
}

/// What a store holds once.
public struct StoreMetadata: Hashable, Sendable {
  /// Those of a store that was never written to.
  public static let none = StoreMetadata(activeSessionID: nil, lastSequence: 0)

  /// The active session; nil while there is none.
  public let activeSessionID: SessionID?

  /// The number of the last event that there was, be it that it is not kept.
  public let lastSequence: Int

  /// Makes the value.
  public init(activeSessionID: SessionID?, lastSequence: Int) {
    self.activeSessionID = activeSessionID
    self.lastSequence = lastSequence
  }
}
