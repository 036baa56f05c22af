/// What every store keeps, also one that sees the view of its device alone, by way of a service.
public typealias PersonalStore = NicknameRepository & SessionRepository & AccountRepository
  & ProfileRepository & HistoryRepository

/// One store with all its ports: a change through one port is visible through the others.
public typealias Store = PersonalStore & IntentionRepository & StoreSettingsRepository
  & StoreArchive

/// A store that several devices use by way of a service.
public typealias SharedStore = Store & DeviceRepository & RecoveryKeyRepository
  & LinkRepository & IdentityTokenRepository & ProvenSessionRepository & SuspensionRepository
