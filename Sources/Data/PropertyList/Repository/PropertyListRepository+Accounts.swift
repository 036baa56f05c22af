public import MonikerDomain

extension PropertyListRepository: AccountRepository {
  /// See ``/MonikerDomain/AccountRepository/accountList()``.
  public func accountList() throws(AccountError) -> AccountList {
    do {
      return try state().accountList
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/activate(_:at:)``.
  public func activate(
    _ reference: NicknameReference,
    at context: RequestContext
  ) throws(AccountError) -> Activation {
    let outcome: Result<Activation, AccountError>
    do {
      outcome = try change { state throws(AccountError) in
        try state.activate(reference, at: context)
      }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:at:)``.
  public func remove(
    _ id: AccountID,
    at context: RequestContext
  ) throws(AccountError) -> AccountRemoval? {
    do {
      return try change { state in state.remove(id, at: context) }.get()
    } catch {
      throw .store(error)
    }
  }
}
