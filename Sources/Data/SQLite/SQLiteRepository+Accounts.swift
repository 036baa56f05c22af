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
    try changeAccount(of: reference) { connection throws(StoreFailure) in
      try connection.activate(reference, at: time)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:)``.
  public func remove(_ reference: NicknameReference) throws(AccountError) -> AccountRemoval {
    try changeAccount(of: reference) { connection throws(StoreFailure) in
      try connection.remove(reference)
    }
  }

  private func changeAccount<Answer>(
    of reference: NicknameReference,
    _ body: (SQLiteConnection) throws(StoreFailure) -> Result<Answer, AccountError>
  ) throws(AccountError) -> Answer {
    let outcome: Result<Answer, AccountError>
    do {
      // Asked first, so that where there is no such account nothing is written and no file is made.
      outcome =
        if try isKnown(reference) { try write(body) } else {
          .failure(.noSuchAccount(reference.text))
        }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }
}
