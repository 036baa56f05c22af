#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: StoreSettingsRepository {
  /// See ``/MonikerDomain/StoreSettingsRepository/settings()``.
  @concurrent package func settings() async throws(StoreError) -> StoreSettings {
    try await read(StoreError.self, .statement) { transaction throws(PostgreSQLFailure) in
      try transaction.settings()
    }
  }

  /// See ``/MonikerDomain/StoreSettingsRepository/change(_:)``.
  @discardableResult
  @concurrent package func change(
    _ settings: StoreSettingsChange
  ) async throws(StoreError) -> StoreSettings {
    try await change { transaction throws(PostgreSQLFailure) in try transaction.change(settings) }
  }
}
#endif
