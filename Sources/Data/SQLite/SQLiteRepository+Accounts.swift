public import MonikerDomain

extension SQLiteRepository: AccountRepository {
  /// See ``/MonikerDomain/AccountRepository/accountEntries()``.
  public func accountEntries() throws(AccountError) -> [AccountEntry] {
    do {
      let entries = try read { connection throws(StoreFailure) in
        try connection.accountEntries()
      }
      return entries ?? []
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/activate(_:at:)``.
  public func activate(
    _ reference: NicknameReference,
    at time: Timestamp
  ) throws(AccountError) -> Activation {
    let outcome: Result<Activation, AccountError>
    do {
      // Asked first, so that where there is no such account nothing is written and no file is made.
      outcome =
        if try isKnown(reference) {
          try write { connection throws(StoreFailure) in
            try connection.activate(reference, at: time)
          }
        } else {
          .failure(.noSuchAccount(reference.text))
        }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:)``.
  public func remove(_ id: AccountID) throws(AccountError) -> AccountRemoval? {
    do {
      // Asked first, likewise.
      let known = try read { connection throws(StoreFailure) in
        try !connection.accountEntries(of: id).isEmpty
      }
      guard known == true else { return nil }
      return try write { connection throws(StoreFailure) in try connection.remove(id) }
    } catch {
      throw .store(error)
    }
  }
}
