/// Everything that can go wrong with moving what a store holds.
public enum StoreError: Error, Hashable, Sendable {
  /// What was to be added contradicts what is there; nothing was changed.
  case conflicts([StoreConflict])

  /// The store that was to be filled holds something already; nothing was changed.
  case notEmpty(location: String)

  /// Both stores are in one place; nothing was changed.
  case sameStore(location: String)

  /// The store that was to be filled has no place that another one could take.
  case noPlace(name: String)

  /// What was written is not what was read; it was not put in its place.
  case differs(location: String)

  /// What was to be copied is not sound, by a sentence for each defect; nothing was changed.
  case unsound(location: String, defects: [String])

  /// A store could not do it; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)
}

/// Why a record cannot be added to a store.
public enum StoreConflict: Hashable, Sendable {
  /// The account of this identity has another nickname there.
  case renamed(Account, there: Account)

  /// Another account holds the nickname there, or one that looks like it.
  case nicknameHeld(Account, by: Account)

  /// The session is there in another state.
  case session(SessionID, of: AccountID)

  /// The account has another open session there.
  case secondSession(SessionID, of: AccountID)
}
