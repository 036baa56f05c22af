public import MonikerDomain
import MonikerModel

extension SQLiteRepository: StoreSettingsRepository {
  /// See ``/MonikerDomain/StoreSettingsRepository/settings()``.
  @concurrent public func settings() async throws(StoreError) -> StoreSettings {
    try await read(StoreError.self, orElse: .standard) { connection throws(StoreFailure) in
      try connection.settings()
    }
  }

  /// See ``/MonikerDomain/StoreSettingsRepository/change(_:)``.
  @discardableResult
  @concurrent public func change(
    _ settings: StoreSettingsChange
  ) async throws(StoreError) -> StoreSettings {
    try await change { connection throws(StoreFailure) in try connection.change(settings) }
  }
}
