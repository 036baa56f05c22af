#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: AccountRepository {
  /// See ``/MonikerDomain/AccountRepository/accounts(_:in:)``.
  @concurrent package func accounts(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(AccountError) -> Page<AccountEntry> {
    let view = view(scope)
    return try await read(AccountError.self, .statement) {
      transaction throws(PostgreSQLFailure) in try transaction.accounts(page, in: view)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/account(holding:in:)``.
  @concurrent package func account(
    holding reference: NicknameReference,
    in scope: StoreScope
  ) async throws(AccountError) -> Account? {
    let view = view(scope)
    return try await read(AccountError.self) {
      transaction throws(PostgreSQLFailure) in try transaction.account(holding: reference, in: view)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/account(_:in:)``.
  @concurrent package func account(
    _ id: AccountID,
    in scope: StoreScope
  ) async throws(AccountError) -> Account? {
    let view = view(scope)
    return try await read(AccountError.self) {
      transaction throws(PostgreSQLFailure) in try transaction.visibleAccount(id, in: view)?.account
    }
  }

  /// See ``/MonikerDomain/AccountRepository/activate(_:in:)``.
  @concurrent package func activate(
    _ target: SwitchTarget,
    in context: RequestContext
  ) async throws(AccountError) -> Activation {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.activate(target, context)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:proof:in:)``.
  @concurrent package func remove(
    _ id: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.remove(id, proof: proof, context)
    }
  }
}
#endif
