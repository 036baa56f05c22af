import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@testable import MonikerData

@Suite struct `The history of a database that is too large to be loaded as a whole` {
  private let folder: TemporaryFolder
  private let store: SQLiteRepository
  private let file: SQLiteFile

  init() throws {
    folder = try TemporaryFolder()
    store = SQLiteRepository(path: folder.file("store"), owner: .test)
    file = SQLiteFile(path: folder.file("store"), wait: .zero)
  }

  private func history(_ query: HistoryQuery, batchSize: Int) throws -> SQLiteHistory {
    let fileID = try #require(try file.fileID())
    return try SQLiteHistory(
      try file.open(fileID, forChange: false),
      query,
      in: .test,
      batchSize: batchSize
    )
  }

  private func context(_ second: Int64) -> ChangeContext {
    ChangeContext(at: Timestamp(millisecondsSince1970: 1_700_000_000_000 + 1_000 * second))
  }

  /// Adds two accounts, the first renamed and removed, the second with all of its events at the
  /// end.
  private func live() async throws {
    try await store.signIn("gone", 1)
    _ = try await store.rename(.active, to: try Nickname("went"), at: context(1))
    _ = try await store.remove(AccountID(high: 0, low: 1), at: context(2))
    for second in 3...9 as ClosedRange<Int64> {
      _ = try await store.assign(
        try Nickname(second.isMultiple(of: 2) ? "even" : "odd"),
        to: AccountID(high: 0, low: 2),
        at: context(second)
      )
    }
  }

  @Test(arguments: [1, 2, 3, 100])
  func `is the same at any batch size`(batchSize: Int) async throws {
    try await live()
    for name in [nil, "gone", "went", "odd", "nobody"] {
      for since in [nil, context(2).time, context(99).time] {
        for limit in [0, 1, 2, 5, 99, .max] {
          let holder = name.flatMap { NicknameReference(typed: $0, under: .standard) }
          let query = HistoryQuery(of: holder, since: since, limit: limit)
          let gathered = try await store.contents(of: query)
          let history = try history(query, batchSize: batchSize)
          #expect(history.lastSequence == gathered.lastSequence, "\(query)")
          #expect(history.thereAreEarlier == gathered.thereAreEarlier, "\(query)")
          #expect(try await history.rest() == gathered.rest(), "\(query)")
        }
      }
    }
  }

  @Test func `does not show concurrent changes, and blocks none`() async throws {
    try await live()
    let before = try await store.events(HistoryQuery(limit: 99))
    let history = try history(HistoryQuery(limit: 99), batchSize: 2)
    let first = try await history.next()
    try await store.signIn("later", 9)
    #expect(first.count == 2)
    #expect(try await first + history.rest() == before)
    #expect(try await store.events(HistoryQuery(limit: 99)).count == before.count + 2)
  }

  @Test func `does not keep the log from restarting after its last event was read`() async throws {
    try await live()
    let history = try history(HistoryQuery(limit: 99), batchSize: 2)
    let other = try SQLiteConnection(path: folder.file("store"), location: "store", wait: .zero)
    func isHeldUp() throws -> Bool {
      try other.row("PRAGMA wal_checkpoint(TRUNCATE)") { row throws(StoreFailure) in
        try row.integer(0) != 0
      } ?? true
    }
    try await store.signIn("later", 9)
    while case let entries = try await history.next(), let last = entries.last,
      last.event.sequence != history.lastSequence
    { #expect(try isHeldUp()) }
    #expect(try !isHeldUp())
    withExtendedLifetime(history) {}
  }

  /// The history has more than 4 MiB, and more events than a batch.
  @Test func `is read in batches if it is long`() async throws {
    let staging = SQLiteStagingStore(path: folder.file("store"))
    let account = Account(
      id: AccountID(high: 0, low: 1),
      nickname: try Nickname("a"),
      createdAt: context(0).time
    )
    try await staging.append([.account(account, lastSignedInAt: nil)])
    let host = String(repeating: "h", count: 200)
    let events = (1...20_000).map { number in
      StoreRecord.event(
        HistoryEvent(
          sequence: number,
          time: context(0).time,
          kind: .renamed,
          accountID: account.id,
          nickname: "a",
          sessionID: nil,
          origin: Origin(host: host)
        )
      )
    }
    try await staging.append(events)
    try await staging.append([
      .metadata(StoreMetadata(activeSessionID: nil, lastSequence: 20_000))
    ])
    try await staging.publish(.ifEmpty)
    var contents = try await store.contents(of: HistoryQuery(limit: 2_000))
    #expect(contents.thereAreEarlier)
    #expect(try await contents.next().map(\.event.sequence) == Array(18_001...19_000))
    #expect(try await contents.rest().map(\.event.sequence) == Array(19_001...20_000))
  }
}
