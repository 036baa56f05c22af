#if Server
import MonikerCluster
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerContract
@testable import MonikerPostgreSQL

/// The changes whose COMMIT was not answered.
@Suite(.timeLimit(.minutes(10))) struct `The outcome of a change whose answer is lost` {
  /// Makes the next commits of changes end their own connections, before anything is durable.
  private func endConnections(of database: TestDatabase, count: Int) throws {
    try database.run(
      """
      CREATE SEQUENCE public.cut;
      CREATE FUNCTION public.cut() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('public.cut') <= \(count) THEN
          PERFORM pg_terminate_backend(pg_backend_pid());
        END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER cut AFTER INSERT ON moniker.completed_change
        DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.cut();
      """
    )
  }

  @Test(arguments: [1, 3])
  func `is that it is made again if it was not made`(cuts: Int) async throws {
    let database = try TestDatabase()
    let store = try database.store()
    try endConnections(of: database, count: cuts)
    let signIn = try await store.signIn(try Sample.request("a", 1))
    #expect(signIn.isNewAccount)
    #expect(try await store.session(of: .active, on: .local).active == signIn.active)
    #expect(try await store.events().map(\.kind) == [.accountAdded, .signedIn])
    #expect(try database.run("SELECT count(*) FROM moniker.completed_change") == ["1"])
    #expect(try database.run("SELECT last_value FROM public.cut") == ["\(cuts + 1)"])
  }

  @Test func `is that a profile is saved once`() async throws {
    let database = try TestDatabase()
    let store = try database.store()
    let signIn = try await store.signIn(try Sample.request("a", 1))
    try endConnections(of: database, count: 1)
    let edit = ProfileEdit(
      try ProfileContent(title: "t", description: "d", picture: nil),
      ofVersion: 0,
      changedAt: nil,
      of: signIn.active.account.id
    )
    let saved = try await store.save(edit, in: RequestContext(in: .everything(on: .local)))
    #expect(saved.version == 1)
    #expect(try await store.events().map(\.kind).last == .profileChanged)
  }

  @Test func `is the first answer if it was made`() async throws {
    let cluster = try PostgreSQLCluster(.none)
    let database = try cluster.makeDatabase()
    let store = PostgreSQLRepository(
      try #require(PostgreSQLAddress(database.uri())),
      owner: Contract.owner,
      clock: .owner,
      poolSize: 2
    )
    _ = try await store.summary()
    try cluster.configure(["synchronous_standby_names": "nobody", "synchronous_commit": "on"])
    try cluster.reload()
    while try cluster.run("SHOW synchronous_standby_names") != ["nobody"] {
      try await Task.sleep(for: .milliseconds(5))
    }
    let waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    let request = try Sample.request("a", 1)
    async let answer = store.signIn(request)
    // The server has committed, and gives up the wait for the standby; so the answer is a warning.
    var pid: [String] = []
    while pid.isEmpty {
      pid = try cluster.run(waiting)
      try await Task.sleep(for: .milliseconds(5))
    }
    try cluster.run("SELECT pg_terminate_backend(\(pid[0]))")
    // What looks it up waits for the standby, too.
    while try cluster.run("\(waiting) AND pid <> \(pid[0])").isEmpty {
      try await Task.sleep(for: .milliseconds(5))
    }
    try cluster.configure(["synchronous_standby_names": ""])
    try cluster.reload()
    let signIn = try await answer
    #expect(signIn.isNewAccount && signIn.isNewSession)
    #expect(try await store.events().map(\.kind) == [.accountAdded, .signedIn])
    let looked = try database.run("SELECT look_ups FROM moniker.completed_change")
    #expect(looked == ["1"])
    await store.close()
    try cluster.stop(.immediate)
  }
}
#endif
