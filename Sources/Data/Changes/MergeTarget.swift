import MonikerDomain

/// What merging another store into this one needs of a store, in one step of it.
protocol MergeTarget {
  func account(_ id: AccountID) throws(StoreFailure) -> Account?

  /// The account that holds what a nickname claims, or a nickname that looks like it.
  func rival(of nickname: Nickname) throws(StoreFailure) -> Account?

  mutating func insert(_ account: Account, lastSignedInAt: Timestamp?) throws(StoreFailure)

  /// Records when an account last opened a session, if that is later than what is known.
  mutating func noteSignIn(of account: AccountID, at time: Timestamp) throws(StoreFailure)

  func storedSession(_ id: SessionID) throws(StoreFailure) -> Session?

  func hasSession(of account: AccountID, openOnly: Bool) throws(StoreFailure) -> Bool

  /// - Parameter isFirst: whether it goes before all others in the order of opening.
  mutating func insert(_ session: Session, first isFirst: Bool) throws(StoreFailure)

  /// Says which event tells of the end of a session.
  mutating func setEnding(
    of session: SessionID,
    recordedAs sequence: Int
  ) throws(StoreFailure)

  /// The number of an event that tells the same.
  func sequence(of event: HistoryEvent) throws(StoreFailure) -> Int?

  /// Adds an event behind all others.
  ///
  /// - Returns: its number here.
  mutating func append(_ event: HistoryEvent) throws(StoreFailure) -> Int

  var metadata: StoreMetadata { get throws(StoreFailure) }

  mutating func setActiveSession(_ id: SessionID?) throws(StoreFailure)
}
