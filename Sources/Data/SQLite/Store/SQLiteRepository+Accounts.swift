public import MonikerDomain

extension SQLiteRepository: AccountRepository {
  /// See ``/MonikerDomain/AccountRepository/accountList(in:)``.
  @concurrent public func accountList(
    in scope: StoreScope
  ) async throws(AccountError) -> AccountList {
    try await read(AccountError.self, orElse: AccountList(entries: []), isLong: true) {
      connection throws(StoreFailure) in try connection.accountList(in: scope)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/activate(_:at:)``.
  @concurrent public func activate(
    _ target: SwitchTarget,
    at context: RequestContext
  ) async throws(AccountError) -> Activation {
    try await change { connection throws(StoreFailure) in
      try connection.activate(target, context)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:at:)``.
  @concurrent public func remove(
    _ id: AccountID,
    at context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    try await change { connection throws(StoreFailure) in try connection.remove(id, context) }
  }
}
