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

  private static func whole(
    _ archive: any StoreArchive,
    staging: (any StagingStore)?
  ) -> WholeStore {
    WholeStore(name: "a store", archive: archive, staging: staging) { [] }
  }

  private static func records(_ archive: any StoreArchive) async throws -> [StoreRecord] {
    let contents = try await archive.contents()
    var records: [StoreRecord] = []
    while case let batch = try await contents.next(), !batch.isEmpty { records += batch }
    return records
  }
}
#endif
