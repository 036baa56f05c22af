/// The errors of copying, merging and repairing stores.
public enum StoreError: Error, Hashable, Sendable {
  /// The records to add contradict the store; nothing was changed.
  case conflicts([StoreConflict])

  /// The store to fill is not empty; nothing was changed.
  case notEmpty(location: String)

  /// Both stores are at one place; nothing was changed.
  case sameStore(location: String)

  /// The store to fill has no place that another store can take.
  case noPlace(name: String)

  /// The copy differs from its source; it was not published.
  case differs(location: String)

  /// The source or its copy is not sound, by a sentence for each defect; nothing was changed.
  case unsound(location: String, defects: [String])

  /// A record of the source is invalid, or contradicts those before it; nothing was changed.
  ///
  /// The values are the number of the record, from 1, what is wrong, and the source; the source is
  /// empty for an export.
  case invalidRecord(Int, String, location: String)

  /// A store failed; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}

/// Why a record cannot be added to a store.
public enum StoreConflict: Hashable, Sendable {
  /// The account with this ID has another nickname there.
  case renamed(Account, there: Account)

  /// Another account holds the nickname there, or one that looks like it.
  case nicknameHeld(Account, by: Account)

  /// The session exists there in another state.
  case session(SessionID, of: AccountID)

  /// The account has another open session there.
  case secondSession(SessionID, of: AccountID)
}
