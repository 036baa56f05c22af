public import MonikerDomain
import MonikerModel

extension SQLiteRepository: StoreSettingsRepository {
  /// See ``/MonikerDomain/StoreSettingsRepository/settings()``.
  @concurrent public func settings() async throws(StoreError) -> StoreSettings {
    try await read(StoreError.self, orElse: .standard) { connection throws(StoreFailure) in
      try connection.settings()
    }
  }

  /// See ``/MonikerDomain/StoreSettingsRepository/set(_:)``.
  @discardableResult
  @concurrent public func set(_ settings: StoreSettings) async throws(StoreError) -> StoreSettings {
    try await change { connection throws(StoreFailure) in try connection.change(to: settings) }
  }
}
