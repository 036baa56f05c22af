/// One store with all its ports: a change through one port is visible through the others.
public typealias Store = NicknameRepository & SessionRepository & AccountRepository
  & ProfileRepository & HistoryRepository & IntentionRepository & StoreSettingsRepository
  & StoreArchive

/// A store that several devices use by way of a service.
public typealias SharedStore = Store & DeviceRepository & RecoveryKeyRepository
  & LinkRepository & IdentityTokenRepository & ProvenSessionRepository & SuspensionRepository
