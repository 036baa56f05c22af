import MonikerData
import MonikerDomain

/// The content of a store of a given size: all sessions but the last hundred have ended.
struct Filling {
  let sessionCount: Int
  let accountCount: Int
  private let settings: StoreSettings

  /// Fills a store with this number of sessions, and one account for every ten of them.
  init(sessionCount: Int) {
    self.sessionCount = sessionCount
    accountCount = max(1, sessionCount / 10)
    settings = StoreSettings(historyLimit: StoreSettings.maximumHistoryLimit)
  }

  /// Fills a store with this number of accounts; the first of them have a session.
  init(accountCount: Int) {
    self.accountCount = accountCount
    sessionCount = min(accountCount, 200)
    settings = StoreSettings(historyLimit: DefaultsIntentions.historyLimit)
  }

  var openCount: Int { min(accountCount, 100) }

  /// The account of the active session, which is the last session.
  var activeAccount: Int { (sessionCount - 1) % accountCount }

  /// The time after all events of the filling.
  var end: Timestamp { Numbered.time(sessionCount) }

  private var endedCount: Int { sessionCount - openCount }

  /// Fills a staging store.
  func fill(_ staging: any StagingStore) async throws {
    try await append(accountCount, to: staging) { number in
      .account(
        Account(
          id: Numbered.account(number),
          nickname: Numbered.nickname(number),
          createdAt: Numbered.time(0)
        ),
        lastSignedInAt: number < sessionCount ? Numbered.time(number) : nil
      )
    }
    try await append(sessionCount, to: staging) { number in .session(session(number)) }
    try await append(endedCount, to: staging) { number in
      let account = number % accountCount
      return .event(
        HistoryEvent(
          sequence: number + 1,
          time: Numbered.time(number),
          kind: .signedOut,
          accountID: Numbered.account(account),
          nickname: Numbered.name(account),
          sessionID: Numbered.session(number),
          deviceID: .local,
          origin: Origin(host: "host", terminal: "pts/1")
        )
      )
    }
    let metadata = StoreMetadata(
      activeSessions: [.local: Numbered.session(sessionCount - 1)],
      lastSequence: endedCount,
      settings: settings
    )
    try await staging.append([.metadata(metadata)])
    try await staging.publish(.ifEmpty)
  }

  private func session(_ number: Int) -> Session {
    Session(
      id: Numbered.session(number),
      accountID: Numbered.account(number % accountCount),
      deviceID: .local,
      startedAt: Numbered.time(number),
      lastSeenAt: Numbered.time(number),
      expiresAt: nil,
      origin: Origin(host: "host", terminal: "pts/1"),
      ending: number < endedCount
        ? SessionEnding(at: Numbered.time(number), .signedOut, recordedAs: number + 1) : nil
    )
  }

  private func append(
    _ count: Int,
    to staging: any StagingStore,
    _ record: (Int) -> StoreRecord
  ) async throws {
    for start in stride(from: 0, to: count, by: 20_000) {
      try await staging.append((start..<min(count, start + 20_000)).map(record))
    }
  }
}
