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
    try changeAccounts { state throws(AccountError) in try state.activate(reference, at: time) }
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:)``.
  public func remove(_ reference: NicknameReference) throws(AccountError) -> AccountRemoval {
    try changeAccounts { state throws(AccountError) in try state.remove(reference) }
  }

  private func changeAccounts<Answer>(
    _ body: (inout StoreState) throws(AccountError) -> Answer
  ) throws(AccountError) -> Answer {
    let outcome: Result<Answer, AccountError>
    do {
      // Tried first, so that a refusal writes nothing and makes no file.
      var attempt = try state()
      do {
        _ = try body(&attempt)
        outcome = try change(body)
      } catch let refusal as AccountError {
        outcome = .failure(refusal)
      }
    } catch let failure as StoreFailure {
      throw .store(failure)
    } catch {
      throw .store(StoreFailure(.inputOutput, at: defaults.path, detail: "\(error)"))
    }
    return try outcome.get()
  }
}
