public import MonikerDomain
import MonikerModel

extension SQLiteRepository: ProfileRepository {
  /// See ``/MonikerDomain/ProfileRepository/profile(of:in:)``.
  @concurrent public func profile(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(ProfileError) -> Profile? {
    let view = owner.view(scope)
    return try await read(ProfileError.self, orElse: Profile?.none) {
      connection throws(StoreFailure) in try connection.profile(of: account, in: view)
    }
  }

  /// See ``/MonikerDomain/ProfileRepository/save(_:in:)``.
  @concurrent public func save(
    _ edit: ProfileEdit,
    in context: RequestContext
  ) async throws(ProfileError) -> Profile {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.save(edit, context)
    }
  }
}
