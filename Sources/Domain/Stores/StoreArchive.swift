/// The port to the whole content of a store: its records, its size and its defects.
///
/// The general laws of ``NicknameRepository`` apply. One object conforms to all ports of a store.
public protocol StoreArchive: Sendable {
  /// Returns all records of the store, as of the moment of the call.
  ///
  /// - Returns: ``StoreMetadata/none`` alone for a store that was never written to.
  /// - Throws: the failure of the store.
  func contents() async throws(StoreFailure) -> any StoreContents

  /// Returns the size of the content as of one moment; changes nothing and creates no file.
  ///
  /// - Throws: the failure of the store.
  func summary() async throws(StoreFailure) -> StoreSummary

  /// Returns the defects of the content, as far as they show without another store.
  ///
  /// A defect is content that contradicts itself, or that no sequence of changes leads to. The call
  /// changes nothing.
  ///
  /// - Returns: a sentence without a full stop for each of the first defects; an empty array for a
  ///   sound store, and for one that was never written to.
  /// - Throws: a failure that does not concern the content: damage is a defect.
  func defects() async throws(StoreFailure) -> [String]

  /// Returns what can still be read of a damaged store, without contradictions.
  ///
  /// The content is not changed. Nobody can use a store in a file, also not by way of this object,
  /// while the result exists: another store may take its place, and no change is lost between.
  ///
  /// - Returns: all records and no losses for a sound store.
  /// - Throws: the failure of the store, if nothing can be read of it or it is not a store;
  ///   ``StoreFailure/Reason/busy`` if others use it for longer than it waits.
  func salvage() async throws(StoreFailure) -> StoreSalvage

  /// Adds the content of another store to this one in one step.
  ///
  /// - Accounts, sessions and events keep their order and follow the present ones; events get new
  ///   numbers. Only a session that has ended, of an account that had sessions on that device in this store, goes
  ///   before all others: it must not become the account's last one.
  /// - Accounts and sessions keep their IDs. A record that is already there is not added again; this
  ///   includes an event with the same content under another number, also if its texts are erased in one
  ///   of the stores. So a second merge of the same store adds nothing.
  /// - An event of an account that neither store has is added without its texts.
  /// - If nicknames rest in this store, a resting nickname is added unless another account holds it or one
  ///   that looks the same, such a one rests here for another account, or the account has one with the same
  ///   key and skeletons. A nickname that looks like that of a new account rests no
  ///   longer.
  /// - ``AccountEntry/lastSignedInAt`` of an account that both have is the later one.
  /// - A session that both have takes the later one of its two states: an end that either has recorded
  ///   stays, that of this store before that of the other, and of two open states each time is the later
  ///   one. A session that has ended by a sign-out
  ///   is not active afterwards.
  /// - An open session of an account that is suspended here is not added.
  /// - If the records contain a session that has ended but not the event of its end, the event is
  ///   added anew.
  /// - The active session of a device stays the active one, unless the merge ends it and another session
  ///   of its account is active there in the other store. A device that had no session in this store
  ///   gets the active session of the other store. On no other device does anybody become active.
  /// - If an account that both have has as many events here as the history limit keeps, its events and
  ///   ended sessions before the oldest of them are not added: as the newest, they would push out what
  ///   happened later.
  /// - A new account gets its recovery key; an account that both have keeps the one that it has here,
  ///   or none. A device is added unless this store has its ID or its token.
  /// - Of two profiles of an account, the one that was changed later stays, that of this store if both
  ///   were changed at one time. If the content here changes, ``Profile/version`` becomes one more than
  ///   the larger of the two versions, so that an edit of an earlier version is refused.
  /// - The settings of this store stay.
  /// - The merge discards no events or sessions: the next changes do, by the history limit.
  ///
  /// - Parameter records: all records of the other store, in their order. Some of the first ones are merged
  ///   as a store that has no others, so the end of a session whose event is missing gets a new one.
  /// - Returns: the number of accounts, profiles, resting nicknames, devices, sessions and events that were added or changed.
  /// - Throws: ``StoreError/conflicts(_:)`` if an account or a session contradicts one of this
  ///   store, and nothing was changed; ``StoreError/store(_:)``.
  func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int
}
