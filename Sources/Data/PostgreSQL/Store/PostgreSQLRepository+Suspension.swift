#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: SuspensionRepository {
  /// See ``/MonikerDomain/SuspensionRepository/suspend(_:in:)``.
  @concurrent package func suspend(
    _ id: AccountID,
    in context: RequestContext
  ) async throws(AccountError) -> [SessionEntry] {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.suspend(id, context)
    }
  }

  /// See ``/MonikerDomain/SuspensionRepository/resume(_:in:)``.
  @concurrent package func resume(
    _ id: AccountID,
    in context: RequestContext
  ) async throws(AccountError) {
    let context = owner.change(context, at: location)
    try await change { transaction throws(PostgreSQLFailure) in try transaction.resume(id, context)
    }
  }

  /// See ``/MonikerDomain/SuspensionRepository/unusedAccounts(createdBefore:in:)``.
  @concurrent package func unusedAccounts(
    createdBefore end: Timestamp,
    in scope: StoreScope
  ) async throws(AccountError) -> [Account] {
    try await read(AccountError.self, .statement) { transaction throws(PostgreSQLFailure) in
      try transaction.unusedAccounts(createdBefore: end, in: scope)
    }
  }

  /// See ``/MonikerDomain/SuspensionRepository/refusal(by:)``.
  @concurrent package func refusal(
    by quota: SignUpQuota
  ) async throws(AccountError) -> Timestamp? {
    let time = queryTime()
    return try await read(AccountError.self, .statement) {
      transaction throws(PostgreSQLFailure) in try transaction.refusal(by: quota, at: time)
    }
  }

  /// See ``/MonikerDomain/SuspensionRepository/forgetUnused(_:registeredBefore:in:)``.
  @concurrent package func forgetUnused(
    _ ids: [DeviceID],
    registeredBefore end: Timestamp,
    in context: RequestContext
  ) async throws(AccountError) -> Int {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.forgetUnused(ids, registeredBefore: end, context)
    }
  }
}
#endif
