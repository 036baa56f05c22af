public import MonikerDomain

// Short forms for tests of one device, which see everything.

/// The device of the calls that name none.
public enum TestDevice {
  /// The device of the present task: the local one, unless a test says otherwise.
  @TaskLocal public static var current = DeviceID.local
}

extension StoreScope {
  /// Everything, by way of the test's device.
  public static var test: StoreScope { .everything(on: TestDevice.current) }
}

extension Session {
  /// A session on the test's device.
  public init(
    id: SessionID,
    accountID: AccountID,
    startedAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp?,
    idleTimeout: Duration? = nil,
    origin: Origin,
    ending: SessionEnding? = nil
  ) {
    self.init(
      id: id,
      accountID: accountID,
      deviceID: TestDevice.current,
      startedAt: startedAt,
      lastSeenAt: lastSeenAt,
      expiresAt: expiresAt,
      idleTimeout: idleTimeout,
      origin: origin,
      ending: ending
    )
  }
}

extension HistoryEvent {
  /// An event on the test's device.
  public init(
    sequence: Int,
    time: Timestamp,
    kind: Kind,
    accountID: AccountID,
    nickname: String?,
    earlierNickname: String? = nil,
    sessionID: SessionID?,
    origin: Origin
  ) {
    self.init(
      sequence: sequence,
      time: time,
      kind: kind,
      accountID: accountID,
      nickname: nickname,
      earlierNickname: earlierNickname,
      sessionID: sessionID,
      deviceID: TestDevice.current,
      origin: origin
    )
  }
}

extension StoreMetadata {
  /// The metadata of a store with at most one active session, that of the test's device.
  public init(
    activeSessionID: SessionID?,
    lastSequence: Int,
    settings: StoreSettings = .standard
  ) {
    let active = activeSessionID.map { [TestDevice.current: $0] }
    self.init(activeSessions: active ?? [:], lastSequence: lastSequence, settings: settings)
  }

  /// The ID of the active session of the test's device.
  public var activeSessionID: SessionID? { activeSessions[TestDevice.current] }
}

/// All accounts of a store, in the order of their creation.
public struct AccountList: Hashable, Sendable {
  /// The accounts.
  public let entries: [AccountEntry]
}

extension AccountRepository {
  /// All accounts.
  public func accounts(in scope: StoreScope = .test) async throws(AccountError) -> [Account] {
    try await accountList(in: scope).entries.map(\.account)
  }

  /// All accounts, with their sessions on the test's device.
  public func accountList(
    in scope: StoreScope = .test
  ) async throws(AccountError) -> AccountList {
    AccountList(
      entries: try await PageCursor.all { page throws(AccountError) in
        try await accounts(page, in: scope)
      }
    )
  }
}

extension DeviceRepository {
  /// All registered devices in a scope.
  public func devices(in scope: StoreScope) async throws(CredentialError) -> [Device] {
    try await PageCursor.all { page throws(CredentialError) in
      try await devices(page, in: scope)
    }
  }
}

extension StoreSettingsRepository {
  /// Sets all settings.
  @discardableResult
  public func set(_ settings: StoreSettings) async throws(StoreError) -> StoreSettings {
    try await change(
      StoreSettingsChange(
        historyLimit: settings.historyLimit,
        nicknameRest: settings.nicknameRest
      )
    )
  }
}

extension HistoryRepository {
  /// The newest events of an account, or of all accounts, in the order of their numbers.
  public func events(
    of account: AccountID? = nil,
    since: Timestamp? = nil,
    limit: Int = .max,
    in scope: StoreScope = .test
  ) async throws(HistoryError) -> [HistoryEvent] {
    let query = HistoryQuery(of: account, since: since)
    let all = try await PageCursor.all { page throws(HistoryError) in
      try await events(query, page, in: scope)
    }
    return all.prefix(max(0, limit)).reversed()
  }
}

extension SessionRepository {
  /// The session of a subject on the test's device.
  public func session(of subject: SessionSubject) async throws(SessionError) -> SessionSnapshot {
    try await session(of: subject, on: TestDevice.current)
  }

  /// The active session of the test's device.
  public func current() async throws(SessionError) -> SessionSnapshot {
    try await session(of: .active)
  }

  /// All open sessions, and the ended ones up to a limit.
  public func sessions(endedLimit: Int) async throws(SessionError) -> SessionList {
    try await sessions(endedLimit: endedLimit, in: .test)
  }

  /// The sessions whose ID has a prefix.
  public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int
  ) async throws(SessionError) -> SessionList {
    try await sessions(beginningWith: prefix, limit: limit, in: .test)
  }

  /// The changes of the active session of the test's device.
  public func changes() -> SessionChanges {
    changes(of: .active, on: TestDevice.current)
  }
}
