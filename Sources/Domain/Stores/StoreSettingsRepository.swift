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
  /// ``HistoryRepository`` defines. Another rest applies to the nicknames that rest already, too. If
  /// the settings are already so, nothing changes.
  ///
  /// - Returns: the settings before the call.
  /// - Throws: ``StoreError/store(_:)``, with ``StoreFailure/Reason/unsupported`` for a rest of
  ///   nicknames in a store that keeps no credentials.
  @discardableResult
  func change(_ settings: StoreSettingsChange) async throws(StoreError) -> StoreSettings
}
