import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerData

/// A store with 1,000 devices, on each of which three accounts are signed in.
@Suite struct `A store with 1,000 devices` {
  private static let devices = 1_000
  private static let time = Timestamp(millisecondsSince1970: 1_700_000_000_000)

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  private static func device(_ number: Int) -> DeviceID {
    DeviceID(high: 0xD << 56, low: UInt64(number))
  }

  private static func records() throws -> [StoreRecord] {
    let accounts = try (1...3).map { number in
      Account(
        id: AccountID(high: 0xA << 56, low: UInt64(number)),
        nickname: try Nickname("n\(number)"),
        createdAt: time
      )
    }
    var records = accounts.map { StoreRecord.account($0, lastSignedInAt: time) }
    var active: [DeviceID: SessionID] = [:]
    for number in 1...devices {
      for (place, account) in accounts.enumerated() {
        let id = SessionID(high: 0x50 << 56, low: UInt64(number * 3 + place))
        active[device(number)] = id
        records.append(
          .session(
            Session(
              id: id,
              accountID: account.id,
              deviceID: device(number),
              startedAt: time,
              lastSeenAt: time,
              expiresAt: nil,
              origin: Origin()
            )
          )
        )
      }
    }
    records.append(.metadata(StoreMetadata(activeSessions: active, lastSequence: 0)))
    return records
  }

  @Test(arguments: DurableStore.allCases)
  func `keeps 2,999 of 3,000 sessions when one account signs out on one device`(
    kind: DurableStore
  ) async throws {
    let store = kind.open(path)
    _ = try await store.merge(try Self.records())
    let context = ChangeContext(at: Self.time, in: .device(Self.device(500)))
    let signOut = try await store.end(.active, at: context, naming: 9)
    #expect(signOut.ended?.account.nickname.text == "n3")
    #expect(signOut.stillOpen.map(\.account.nickname.text) == ["n1", "n2"])
    #expect(try await store.summary().openSessionCount == 2_999)
    #expect(try await store.session(of: .active, on: Self.device(500)).active == nil)
    let other = try await store.session(of: .active, on: Self.device(501)).active
    #expect(other?.account.nickname.text == "n3")
    // The view of a device has all sessions of its accounts.
    let view = try await store.sessions(endedLimit: 0, in: .device(Self.device(500)))
    #expect(view.entries.count == 2_000)
    let ended = try await store.endSessions(
      .otherDevices(of: .active),
      at: ChangeContext(
        at: Self.time,
        in: .device(Self.device(501))
      )
    )
    #expect(ended.count == 998)
    #expect(try await store.defects() == [])
  }

  private static let everything = StoreView(.everything(on: .local), at: time)
  private static let ofDevice = StoreView(.device(.local), at: time)

  /// What reads a table as a whole, in the plan of a query of one device or account.
  private func scans(_ query: String) throws -> [String] {
    let connection = try SQLiteConnection(path: ":memory:", location: path, wait: .zero)
    try connection.makeStore()
    try connection.makeAdditionalTables()
    let count = (1...9).last { query.contains("?\($0)") } ?? query.count { $0 == "?" }
    let statement = try SQLiteStatement(
      "EXPLAIN QUERY PLAN " + query,
      on: connection.handle,
      location: path
    )
    try statement.bind([SQLiteValue](repeating: .integer(1), count: count))
    var scans: [String] = []
    while let row = try statement.step() {
      let detail = try row.text(3)
      // The scan of a subquery passes by no more rows than that finds.
      if detail.hasPrefix("SCAN "), !detail.hasPrefix("SCAN (") { scans.append(detail) }
    }
    return scans
  }

  @Test(
    arguments: [
      SQLiteConnection.active, SQLiteConnection.lastOfAccount, SQLiteConnection.stillOpen,
      SQLiteConnection.open(.otherDevices(of: .active), in: everything),
      SQLiteConnection.open(.otherDevices(of: .active), in: ofDevice),
      SQLiteConnection.open(.all, in: ofDevice),
      SQLiteConnection.open(.subject(.active), in: ofDevice),
      SQLiteConnection.openSessions(ofDevice),
      SQLiteConnection.endedSessions(ofDevice),
      SQLiteConnection.beginningWith(ofDevice),
      SQLiteConnection.deviceOfToken, SQLiteConnection.openOnDevice, SQLiteConnection.isUnused,
      SQLiteConnection.ofConfirmedToken, SQLiteConnection.recorded,
      SQLiteConnection.firstForgotten, SQLiteConnection.forgetEvents,
      SQLiteConnection.forgetSessions,
      SQLiteConnection.accountOfIdentityToken, SQLiteConnection.forgetIntentions,
      SQLiteConnection.tokensOfAccount, SQLiteConnection.pendingLink,
      SQLiteConnection.events(HistoryQuery(of: AccountID(high: 0, low: 1)), in: .test),
      SQLiteConnection.events(HistoryQuery(of: AccountID(high: 0, low: 1)), in: .device(.local)),
    ]
  )
  func `finds what concerns a device or an account by an index`(query: String) throws {
    #expect(try scans(query) == [])
  }

  @Test func `finds a scan in a query without an index`() throws {
    #expect(try scans("SELECT * FROM session WHERE host = ?") == ["SCAN session"])
  }
}
