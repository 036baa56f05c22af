#if Server
import Foundation
import MonikerDomain
import MonikerDoubles
import MonikerRemote
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Sign-outs without the network` {
  private let folder: TemporaryFolder
  private let queue: SignOutQueue

  init() throws {
    folder = try TemporaryFolder()
    queue = SignOutQueue(path: folder.file("home/sign-outs"))
  }

  private func signOut(_ number: UInt64, _ service: ServiceAddress) throws -> PendingSignOut {
    PendingSignOut(
      of: AccountID(high: 0, low: number),
      from: service,
      with: try #require(RemoteSecret("mnk_secret\(number)")),
      as: IntentionID(high: 1, low: number),
      at: Timestamp(millisecondsSince1970: 5)
    )
  }

  @Test func `are kept in their order, for their owner alone, until they are sent`() throws {
    let service = try ServiceAddress("https://id.example")
    #expect(try queue.all() == [])
    let all = try (1...3).map { try signOut($0, service) }
    for entry in all { try queue.add(entry) }
    let path = folder.file("home/sign-outs")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try queue.add(all[2])
    #expect(try queue.all() == all)
    #expect(try queue.all().map(\.secret) == all.map(\.secret))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    var dumped = "\(all)"
    dump(all, to: &dumped)
    #expect(!dumped.contains("mnk_"))
    for entry in all { try queue.remove(entry) }
    try queue.remove(all[0])
    #expect(try queue.all() == [])
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `in a damaged file are not nothing`() throws {
    try queue.add(signOut(1, ServiceAddress("https://id.example")))
    try Data("[{}]".utf8).write(to: URL(filePath: folder.file("home/sign-outs")))
    #expect(throws: StoreFailure.self) { try queue.all() }
  }

  @Test func `are sent by the next call, each once`() async throws {
    let service = try await RunningService.started()
    let store = service.repository()
    let account = try await store.signIn(under: Nickname("mina")).signIn.active.account
    let other = try await store.signIn(under: Nickname("zoe")).signIn.active.account
    let id = IntentionID(high: 0, low: 1)
    try await store.queueSignOut(of: account.id, as: id, in: queue)
    // What the service does not know any longer has ended.
    let void = PendingSignOut(
      of: account.id,
      from: store.address,
      with: try #require(RemoteSecret("mnk_" + String(repeating: "A", count: 43))),
      as: IntentionID(high: 0, low: 2),
      at: Timestamp(millisecondsSince1970: 0)
    )
    try queue.add(void)
    let elsewhere = try signOut(3, ServiceAddress("https://id.example"))
    try queue.add(elsewhere)
    try await store.send(queue)
    #expect(try queue.all() == [elsewhere])
    let open = try await store.accounts(in: .device(.local))
    #expect(open.map(\.id) == [other.id])
  }

  @Test func `stay if the service does not answer`() async throws {
    let service = try await RunningService.started()
    let tokens = DeviceTokenVariable()
    let store = service.repository(tokens)
    let account = try await store.signIn(under: Nickname("mina")).signIn.active.account
    // Nobody listens there.
    let away = service.repository(tokens, at: try ServiceAddress("http://127.0.0.1:1"))
    try await away.queueSignOut(of: account.id, as: IntentionID(high: 0, low: 1), in: queue)
    await #expect(throws: StoreFailure.self) { try await away.send(queue) }
    #expect(try queue.all().count == 1)
  }

  @Test func `stay from the first one on that cannot be sent`() async throws {
    let service = try await RunningService.started()
    let tokens = DeviceTokenVariable()
    let store = service.repository(tokens)
    let mina = try await store.signIn(under: Nickname("mina")).signIn.active.account
    let zoe = try await store.signIn(under: Nickname("zoe")).signIn.active.account
    for (number, account) in [mina, zoe].enumerated() {
      let id = IntentionID(high: 0, low: UInt64(number))
      try await store.queueSignOut(of: account.id, as: id, in: queue)
    }
    let failing = service.repository(
      tokens,
      timeouts: RemoteTimeouts(call: .milliseconds(200)),
      through: { FailingTransport(inner: $0) }
    )
    await #expect(throws: StoreFailure.self) { try await failing.send(queue) }
    #expect(try queue.all().map(\.account) == [zoe.id])
    try await store.send(queue)
    #expect(try queue.all() == [])
    #expect(try await store.accounts(in: .device(.local)) == [])
  }

  @Test func `are answered from what was told last, with its time`() throws {
    let service = try ServiceAddress("https://id.example")
    let file = LastAnswerFile(in: folder.file("home"), for: service)
    #expect(try file.load() == nil)
    let account = Account(
      id: AccountID(high: 1, low: 2),
      nickname: try Nickname("길동"),
      createdAt: Timestamp(millisecondsSince1970: 3)
    )
    let session = Session(
      id: SessionID(high: 4, low: 5),
      accountID: account.id,
      startedAt: Timestamp(millisecondsSince1970: 6),
      lastSeenAt: Timestamp(millisecondsSince1970: 7),
      expiresAt: Timestamp(millisecondsSince1970: 8),
      origin: Origin(host: "h", terminal: "t")
    )
    let signedIn = SessionSnapshot(active: AccountSession(account: account, session: session))
    for (number, snapshot) in [signedIn, SessionSnapshot(active: nil), signedIn].enumerated() {
      // Also after a wrong clock, the last answer counts.
      let time = Timestamp(millisecondsSince1970: 100 - Int64(number))
      try file.save(LastAnswer(snapshot, at: time))
      let kept = try file.load()
      #expect(kept?.snapshot == snapshot)
      #expect(kept?.time == time)
    }
    let path = folder.file("home/https___id.example.last")
    try Data("{".utf8).write(to: URL(filePath: path))
    #expect(throws: StoreFailure.self) { try file.load() }
  }
}

/// Sends one request, and loses all others.
private actor FailingTransport: InterposedTransport {
  let inner: any RemoteTransport
  private var count = 0

  init(inner: any RemoteTransport) { self.inner = inner }

  func answer(
    to request: RemoteRequest,
    within limit: Duration
  ) async throws(RemoteLoss) -> RemoteAnswer {
    count += 1
    guard count == 1 else { throw RemoteLoss(mayHaveArrived: false, detail: "lost") }
    return try await inner.answer(to: request, within: limit)
  }
}
#endif
