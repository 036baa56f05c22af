public import MonikerDomain

extension SQLiteRepository: AccountRepository {
  /// See ``/MonikerDomain/AccountRepository/accountList()``.
  @concurrent public func accountList() async throws(AccountError) -> AccountList {
    do {
      let list = try await readConcurrently { connection throws(StoreFailure) in
        try connection.accountList()
      }
      return list ?? AccountList(entries: [])
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/activate(_:at:)``.
  @concurrent public func activate(
    _ reference: NicknameReference,
    at context: RequestContext
  ) async throws(AccountError) -> Activation {
    let outcome: Result<Activation, AccountError>
    do {
      outcome = try await change { connection throws(StoreFailure) in
        try connection.activate(reference, context)
      }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:at:)``.
  @concurrent public func remove(
    _ id: AccountID,
    at context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    do {
      return try await change { connection throws(StoreFailure) in
        try connection.remove(id, context)
      }.get()
    } catch {
      throw .store(error)
    }
  }
}
