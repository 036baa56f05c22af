public import MonikerDomain
import MonikerModel

extension SQLiteRepository: AccountRepository {
  /// See ``/MonikerDomain/AccountRepository/accounts(_:in:)``.
  @concurrent public func accounts(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(AccountError) -> Page<AccountEntry> {
    let view = owner.view(scope)
    let none = Page<AccountEntry>(entries: [], next: nil)
    return try await read(AccountError.self, orElse: none, isLong: true) {
      connection throws(StoreFailure) in try connection.accounts(page, in: view)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/account(holding:in:)``.
  @concurrent public func account(
    holding reference: NicknameReference,
    in scope: StoreScope
  ) async throws(AccountError) -> Account? {
    let view = owner.view(scope)
    return try await read(AccountError.self, orElse: Account?.none) {
      connection throws(StoreFailure) in try connection.account(holding: reference, in: view)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/account(_:in:)``.
  @concurrent public func account(
    _ id: AccountID,
    in scope: StoreScope
  ) async throws(AccountError) -> Account? {
    let view = owner.view(scope)
    return try await read(AccountError.self, orElse: Account?.none) {
      connection throws(StoreFailure) in try connection.account(id, in: view)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/activate(_:in:)``.
  @concurrent public func activate(
    _ target: SwitchTarget,
    in context: RequestContext
  ) async throws(AccountError) -> Activation {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.activate(target, context)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:proof:in:)``.
  @concurrent public func remove(
    _ id: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.remove(id, proof: proof, context)
    }
  }
}
