/// The port to the settings of a whole store, which only its owner changes.
///
/// The general laws of ``NicknameRepository`` apply.
public protocol StoreSettingsRepository: Sendable {
  /// Returns the settings.
  ///
  /// - Returns: ``StoreSettings/standard`` for a store whose settings were never changed.
  /// - Throws: ``StoreError/store(_:)``.
  func settings() async throws(StoreError) -> StoreSettings

  /// Changes the settings, and nothing else.
  ///
  /// A lower history limit removes events of an account when the next event of it is recorded, as
  /// ``HistoryRepository`` defines. If the settings are already so, nothing changes.
  ///
  /// - Returns: the settings before the call.
  /// - Throws: ``StoreError/store(_:)``.
  @discardableResult
  func set(_ settings: StoreSettings) async throws(StoreError) -> StoreSettings
}
