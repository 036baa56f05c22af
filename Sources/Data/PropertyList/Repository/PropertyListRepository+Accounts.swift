public import MonikerDomain

extension PropertyListRepository: AccountRepository {
  /// See ``/MonikerDomain/AccountRepository/accountEntries()``.
  public func accountEntries() throws(AccountError) -> [AccountEntry] {
    do {
      return try state().accountEntries
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
        if try state().holder(of: reference) == nil {
          .failure(.noSuchAccount(reference.text))
        } else {
          try change { state throws(AccountError) in try state.activate(reference, at: time) }
        }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:)``.
  public func remove(_ id: AccountID) throws(AccountError) -> AccountRemoval? {
    do {
      // Asked first, so that where there is no such account nothing is written and no file is made.
      guard try state().accounts.contains(where: { $0.id == id }) else { return nil }
      return try change { state in state.remove(id) }.get()
    } catch {
      throw .store(error)
    }
  }
}
