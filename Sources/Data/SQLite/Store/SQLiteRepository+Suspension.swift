public import MonikerDomain
import MonikerModel

extension SQLiteRepository: SuspensionRepository {
  /// See ``/MonikerDomain/SuspensionRepository/suspend(_:in:)``.
  @concurrent public func suspend(
    _ id: AccountID,
    in context: RequestContext
  ) async throws(AccountError) -> [SessionEntry] {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.suspend(id, context)
    }
  }

  /// See ``/MonikerDomain/SuspensionRepository/resume(_:in:)``.
  @concurrent public func resume(
    _ id: AccountID,
    in context: RequestContext
  ) async throws(AccountError) {
    let context = owner.change(context, at: location)
    try await change { connection throws(StoreFailure) in try connection.resume(id, context) }
  }

  /// See ``/MonikerDomain/SuspensionRepository/unusedAccounts(createdBefore:in:)``.
  @concurrent public func unusedAccounts(
    createdBefore end: Timestamp,
    in scope: StoreScope
  ) async throws(AccountError) -> [Account] {
    try await read(AccountError.self, orElse: [], isLong: true) { connection throws(StoreFailure) in
      try connection.unusedAccounts(createdBefore: end, in: scope)
    }
  }

  /// See ``/MonikerDomain/SuspensionRepository/refusal(by:)``.
  @concurrent public func refusal(
    by quota: SignUpQuota
  ) async throws(AccountError) -> Timestamp? {
    let time = owner.now()
    return try await read(AccountError.self, orElse: Timestamp?.none) {
      connection throws(StoreFailure) in try connection.refusal(by: quota, at: time)
    }
  }

  /// See ``/MonikerDomain/SuspensionRepository/forgetUnused(_:registeredBefore:in:)``.
  @concurrent public func forgetUnused(
    _ ids: [DeviceID],
    registeredBefore end: Timestamp,
    in context: RequestContext
  ) async throws(AccountError) -> Int {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.forgetUnused(ids, registeredBefore: end, context)
    }
  }
}
