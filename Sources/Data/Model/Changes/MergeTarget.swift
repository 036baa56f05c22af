package import MonikerDomain

/// The reads and writes that ``StoreMerge`` needs of a store, all within one step.
package protocol MergeTarget {
  func account(_ id: AccountID) throws(StoreFailure) -> Account?

  /// The other account with the same nickname; if there is none, the oldest other one that it
  /// resembles.
  func rival(of nickname: Nickname, otherThan id: AccountID?) throws(StoreFailure) -> Account?

  /// Adds an account; a nickname that it holds, or one of another account that looks like it, rests no
  /// longer.
  mutating func insert(
    _ account: Account,
    lastSignedInAt: Timestamp?,
    recoveryKey: SecretDigest?,
    suspendedAt: Timestamp?
  ) throws(StoreFailure)

  /// The profile of an account; ``/MonikerDomain/Profile/unsaved`` if it has saved none.
  func profile(of account: AccountID) throws(StoreFailure) -> Profile

  /// Sets the profile of an account that is there.
  mutating func setProfile(_ profile: Profile, of account: AccountID) throws(StoreFailure)

  /// Adds a resting nickname if nicknames rest in the store, unless another account holds it or one that
  /// looks the same, or such a one rests for another account, or the account has one with the same forms;
  /// returns whether it was added.
  mutating func insert(_ resting: RestingNickname) throws(StoreFailure) -> Bool

  /// Adds a device unless its ID or one of its tokens is known; returns whether it was added.
  mutating func insert(_ device: Device, tokens: DeviceTokens) throws(StoreFailure) -> Bool

  /// Sets the time of the last sign-in, unless the stored time is later; returns whether it was set.
  mutating func noteSignIn(of account: AccountID, at time: Timestamp) throws(StoreFailure) -> Bool

  /// Whether an account is suspended; false if there is none.
  func isSuspended(_ id: AccountID) throws(StoreFailure) -> Bool

  func storedSession(_ id: SessionID) throws(StoreFailure) -> Session?

  func hasSession(at place: SessionPlace, openOnly: Bool) throws(StoreFailure) -> Bool

  /// - Parameter isFirst: whether the session goes before all others in the order of opening.
  mutating func insert(_ session: Session, first isFirst: Bool) throws(StoreFailure)

  /// Gives the session with the same ID another state.
  mutating func setState(_ session: Session) throws(StoreFailure)

  /// Sets the number of the event that records the end of a session.
  mutating func setEnding(
    of session: SessionID,
    recordedAs sequence: Int
  ) throws(StoreFailure)

  /// The number of a stored event that equals `event` except for its number, and except for its texts
  /// if these are erased in one of the two; nil if there is none.
  func sequence(of event: HistoryEvent) throws(StoreFailure) -> Int?

  /// The IDs of the sessions that name an event as their end.
  func sessions(endedBy sequence: Int) throws(StoreFailure) -> [SessionID]

  /// The time of the oldest event of an account that the history limit keeps.
  ///
  /// - Returns: nil if the account has fewer events than the limit allows; the latest possible time if
  ///   the limit is 0.
  func firstKept(of account: AccountID) throws(StoreFailure) -> Timestamp?

  /// Appends an event.
  ///
  /// - Returns: the number that it has in this store.
  mutating func append(_ event: HistoryEvent) throws(StoreFailure) -> Int

  var metadata: StoreMetadata { get throws(StoreFailure) }

  /// The devices that have sessions, open or ended.
  var devicesWithSessions: Set<DeviceID> { get throws(StoreFailure) }

  /// The session of an account on a device that was opened last; nil if there is none.
  func lastSession(at place: SessionPlace) throws(StoreFailure) -> SessionID?

  /// Leaves the session's device without an active session, if it is that one.
  mutating func removeActiveSession(_ session: Session) throws(StoreFailure)

  mutating func setActiveSession(_ id: SessionID, on device: DeviceID) throws(StoreFailure)
}
