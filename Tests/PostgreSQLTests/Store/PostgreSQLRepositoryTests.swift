#if Server
import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@testable import MonikerContract
@testable import MonikerPostgreSQL

@Suite(.timeLimit(.minutes(10))) struct `A store in PostgreSQL` {
  @Test func `removes forgotten events later, and shows none of them before`() async throws {
    let database = try TestDatabase()
    let store = try database.store()
    let id = try await store.signIn(try Sample.request("a", 1)).active.account.id
    try await store.set(StoreSettings(historyLimit: 3))
    for number in 1...5 {
      _ = try await store.assign(try Nickname("n\(number)"), to: id, in: Self.context)
    }
    #expect(try await store.events().map(\.sequence) == [5, 6, 7])
    #expect(try await store.summary().eventCount == 3)
    let contents = try await store.contents()
    var records: [StoreRecord] = []
    while case let batch = try await contents.next(), !batch.isEmpty { records += batch }
    #expect(records.count { if case .event = $0 { true } else { false } } == 3)
    while try database.run("SELECT count(*) FROM moniker.event") != ["3"] {
      try await Task.sleep(for: .milliseconds(20))
    }
    #expect(try await store.events().map(\.sequence) == [5, 6, 7])
    // A higher limit does not bring them back.
    try await store.set(.standard)
    #expect(try await store.events().map(\.sequence) == [5, 6, 7])
  }

  private static var context: RequestContext { RequestContext(in: .everything(on: .local)) }

  @Test func `uses the clock of the database, whatever that of its owner says`() async throws {
    let database = try TestDatabase()
    let store = try database.store(clock: .database)
    let before = try database.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    let request = SignInRequest(
      nickname: try Nickname("a"),
      on: SessionTerms(lifetime: .seconds(3_600)),
      in: RequestContext(in: .device(.local))
    )
    let signIn = try await store.signIn(request)
    let after = try database.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint")
    let range = try #require(Int64(before[0])) - 1...(try #require(Int64(after[0]))) + 1
    let started = signIn.active.session.startedAt
    #expect(range.contains(started.millisecondsSince1970))
    #expect(signIn.active.session.expiresAt == started.advanced(by: .seconds(3_600)))
    // The session is open by that clock, so the device sees its account.
    let scope = StoreScope.device(.local)
    #expect(try await store.accounts(in: scope) == [signIn.active.account])
    #expect(try await store.events(in: scope).map(\.time) == [started, started])
    let token = try await store.issue(
      IdentityTokenIssue(
        for: signIn.active.account.id,
        provenBy: try #require(SecretDigest(bytes: [UInt8](repeating: 7, count: 32))),
        lifetime: .seconds(60)
      ),
      in: RequestContext(in: scope)
    )
    #expect(token.expiresAt == token.issuedAt.advanced(by: .seconds(60)))
    try database.run("UPDATE moniker.session SET started_at = 0, last_seen_at = 0, expires_at = 1")
    #expect(try await store.accounts(in: scope) == [])
    #expect(try await store.recordExpiries(in: RequestContext(in: scope)) == 1)
  }

  @Test func `records each expiry once, whatever several servers do at once`() async throws {
    let database = try TestDatabase()
    let stores = try (0..<2).map { _ in try database.store() }
    let sessions = 1...60
    for number in sessions {
      _ = try await stores[0].signIn(try Sample.request("n\(number)", number, for: 30))
    }
    try await withThrowingTaskGroup { group in
      for number in 0..<6 {
        group.addTask {
          _ = try await stores[number % 2].recordExpiries(at: Sample.context(50))
        }
      }
      for number in sessions where number % 3 == 0 {
        group.addTask {
          let request = try Sample.request("n\(number)", 100 + number, at: Sample.time(50))
          _ = try await stores[number % 2].signIn(request)
        }
      }
      try await group.waitForAll()
    }
    let expired = try await stores[0].events().filter { $0.kind == .expired }
    #expect(expired.count == 60)
    #expect(Set(expired.map(\.sessionID)).count == 60)
    let open = try await stores[0].openSessions(at: Sample.time(50), limit: .max)
    #expect(open.count == 20)
  }

  @Test func `copies a store from another kind, and back`() async throws {
    let source = InMemoryRepository(owner: .test)
    for number in 1...20 {
      _ = try await source.signIn(try Sample.request("n\(number)", number, at: Sample.time(9)))
    }
    _ = try await source.rename(.active, to: try Nickname("m20"), in: Self.context)
    _ = try await source.endSessions(.all, in: Self.context)
    try await source.set(StoreSettings(historyLimit: 50, nicknameRest: .seconds(60)))
    let database = try TestDatabase()
    let store = try database.store()
    let copy = try await StoreCopyUseCase().copy(
      Self.whole(source, staging: nil),
      to: Self.whole(store, staging: PostgreSQLStagingStore(try database.address())),
      merging: false
    )
    #expect(copy.recordCount > 60)
    #expect(try await Self.records(store) == Self.records(source))
    #expect(try await store.defects() == [])
    // The next numbers follow.
    _ = try await store.assign(try Nickname("next"), to: nil, in: Self.context)
    let events = try await store.events().map(\.sequence)
    #expect(events.last == (try await source.summary().lastSequence) + 1)
    #expect(try await store.accounts().last?.nickname.text == "next")
  }

  @Test func `takes no copy where it has content, and none that is not an empty place`()
    async throws
  {
    let database = try TestDatabase()
    let store = try database.store()
    let staging = PostgreSQLStagingStore(try database.address())
    try await staging.append([.metadata(.none)])
    _ = try await store.assign(try Nickname("first"), to: nil, in: Self.context)
    await #expect(throws: StoreError.notEmpty(location: staging.location)) {
      try await staging.publish(.ifEmpty)
    }
    await #expect(throws: StoreError.self) { try await staging.publish(.keeping(at: "x")) }
    try await staging.discard()
    #expect(try await store.accounts().map(\.nickname.text) == ["first"])
  }

  @Test func `continues a copy where an interrupted one has ended`() async throws {
    let source = InMemoryRepository(owner: .test)
    for number in 1...20 {
      _ = try await source.signIn(try Sample.request("n\(number)", number, at: Sample.time(9)))
    }
    let records = try await Self.records(source)
    let database = try TestDatabase()
    for end in [1, 20, 33, 50, records.count - 1, records.count] {
      let first = PostgreSQLStagingStore(try database.address())
      try await first.append(Array(records[..<(end / 2)]))
      try await first.append(Array(records[(end / 2)..<end]))
      try Self.endCopies(in: database)
      let written = try Self.rows(of: database)
      let second = PostgreSQLStagingStore(try database.address())
      for start in stride(from: 0, to: records.count, by: 7) {
        try await second.append(Array(records[start..<min(start + 7, records.count)]))
      }
      let rows = try Self.rows(of: database)
      #expect(Set(written).isSubset(of: rows), "after \(end) records: \(rows) after \(written)")
      #expect(try await Self.records(second.contents()) == records)
      #expect(try await second.defects() == [])
      try await second.discard()
      #expect(try Self.rows(of: database) == [])
    }
  }

  @Test func `begins anew after an interrupted copy of another content`() async throws {
    let source = InMemoryRepository(owner: .test)
    for number in 1...3 {
      _ = try await source.signIn(try Sample.request("n\(number)", number, at: Sample.time(9)))
    }
    let records = try await Self.records(source)
    let database = try TestDatabase()
    let first = PostgreSQLStagingStore(try database.address())
    try await first.append(Array(records[1..<3]))
    try Self.endCopies(in: database)
    let second = PostgreSQLStagingStore(try database.address())
    try await second.append(records)
    #expect(try await Self.records(second.contents()) == records)
    try Self.endCopies(in: database)
    // The beginning is the same, the rest is not.
    let third = PostgreSQLStagingStore(try database.address())
    try await third.append(Array(records[..<2]))
    await #expect(throws: StoreFailure.self) { try await third.append(Array(records[3...])) }
    #expect(try Self.rows(of: database) == [])
    try await third.append(records)
    #expect(try await Self.records(third.contents()) == records)
    try await third.discard()
  }

  @Test func `makes one copy at a time`() async throws {
    let database = try TestDatabase()
    let first = PostgreSQLStagingStore(try database.address())
    try await first.append([.metadata(.none)])
    let second = PostgreSQLStagingStore(try database.address())
    let failure = await #expect(throws: StoreFailure.self) {
      try await second.append([.metadata(.none)])
    }
    #expect(failure?.reason == .busy)
    // The one that is refused removes nothing.
    try await second.discard()
    #expect(try await first.publish(.ifEmpty) == false)
  }

  /// Ends the connections that make copies, as the end of their processes does.
  private static func endCopies(in database: TestDatabase) throws {
    _ = try database.run(
      """
      SELECT pg_terminate_backend(pid, 60000) FROM pg_locks
      WHERE locktype = 'advisory' AND objid = 2
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      """
    )
  }

  /// The rows of a copy that is being made, in the order in which they were written, and by what.
  private static func rows(of database: TestDatabase) throws -> [String] {
    let tables = try database.run(
      "SELECT schemaname FROM pg_tables WHERE tablename = 'account' AND schemaname LIKE '%copy%'"
    )
    guard let schema = tables.first else { return [] }
    // The metadata of a store changes its accounts.
    return try ["session", "event"].flatMap { table in
      let rows = try database.run(
        "SELECT coalesce(string_agg(xmin || ' ' || ctid, ';' ORDER BY number), '') FROM \(schema).\(table)"
      )
      return rows.flatMap { $0.split(separator: ";").map { "\(table) \($0)" } }
    }
  }

  private static func whole(
    _ archive: any StoreArchive,
    staging: (any StagingStore)?
  ) -> WholeStore {
    WholeStore(name: "a store", archive: archive, staging: staging) { [] }
  }

  private static func records(_ archive: any StoreArchive) async throws -> [StoreRecord] {
    try await Self.records(archive.contents())
  }

  private static func records(_ contents: any StoreContents) async throws -> [StoreRecord] {
    var records: [StoreRecord] = []
    while case let batch = try await contents.next(), !batch.isEmpty { records += batch }
    return records
  }
}
#endif
