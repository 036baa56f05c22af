#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: ProfileRepository {
  /// See ``/MonikerDomain/ProfileRepository/profile(of:in:)``.
  @concurrent package func profile(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(ProfileError) -> Profile? {
    let view = view(scope)
    return try await read(ProfileError.self) {
      transaction throws(PostgreSQLFailure) in try transaction.profile(of: account, in: view)
    }
  }

  /// See ``/MonikerDomain/ProfileRepository/save(_:in:)``.
  @concurrent package func save(
    _ edit: ProfileEdit,
    in context: RequestContext
  ) async throws(ProfileError) -> Profile {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.save(edit, context)
    }
  }
}
#endif
