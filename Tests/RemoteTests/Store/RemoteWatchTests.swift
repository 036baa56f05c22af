#if Server
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerRemote

@Suite(.timeLimit(.minutes(5))) struct `Following a session at a service` {
  @Test func `goes on after connections were cut, and tells nothing twice`() async throws {
    let service = try await RunningService.started()
    let proxy = try await CuttingProxy.started(before: service.port)
    let store = service.repository(at: try proxy.address)
    let mina = try await store.signIn(under: Nickname("mina")).signIn.active
    var states: [AccountSession?] = []
    var changes = store.changes(of: .active, on: .local).makeAsyncIterator()
    states.append(try await changes.next()?.active)
    for number in 0..<3 {
      proxy.endConnections()
      let name = try Nickname("n\(number)")
      _ = try await store.rename(.active, to: name, in: RequestContext(in: .test))
      states.append(try await changes.next()?.active)
    }
    #expect(states.map { $0?.account.nickname.text } == ["mina", "n0", "n1", "n2"])
    #expect(states.first == mina)
  }

  @Test func `tells that the session was revoked on another device`() async throws {
    let service = try await RunningService.started()
    let store = service.repository()
    let first = try await store.signIn(under: Nickname("mina"))
    let other = service.repository()
    _ = try await other.signIn(under: Nickname("mina"), recoveryKey: first.recoveryKey)
    var changes = store.changes(of: .active, on: .local).makeAsyncIterator()
    #expect(try await changes.next()?.active == first.signIn.active)
    let id = first.signIn.active.session.id
    _ = try await other.endSessions(.session(id), in: RequestContext(in: .test))
    #expect(try await changes.next()?.active?.session.ending?.reason == .revoked)
  }

  @Test func `tells that the device was forgotten, and that it is known again`() async throws {
    let service = try await RunningService.started()
    let tokens = DeviceTokenVariable()
    let store = service.repository(tokens)
    _ = try await store.signIn(under: Nickname("mina"))
    var changes = store.changes(of: .active, on: .local).makeAsyncIterator()
    #expect(try await changes.next()?.active != nil)
    // By another process.
    try await service.repository(DeviceTokenVariable(tokens.load())).forgetDevice()
    #expect(try await changes.next() == SessionSnapshot(active: nil))
    let zoe = try await store.signIn(under: Nickname("zoe")).signIn.active
    #expect(try await changes.next()?.active == zoe)
  }

  @Test func `fails at once without a service, and later once that was away too long`()
    async throws
  {
    let service = try await RunningService.started()
    let tokens = DeviceTokenVariable()
    _ = try await service.repository(tokens).signIn(under: Nickname("mina"))
    let nowhere = service.repository(tokens, at: try ServiceAddress("http://127.0.0.1:1"))
    var changes = nowhere.changes(of: .active, on: .local).makeAsyncIterator()
    await #expect(throws: SessionError.self) { try await changes.next() }

    var proxy: CuttingProxy? = try await .started(before: service.port)
    let address = try #require(try proxy?.address)
    let timeouts = RemoteTimeouts(outage: .milliseconds(300))
    let store = service.repository(tokens, at: address, timeouts: timeouts)
    var later = store.changes(of: .active, on: .local).makeAsyncIterator()
    #expect(try await later.next()?.active != nil)
    proxy?.endConnections()
    proxy = nil
    await #expect(throws: SessionError.self) { try await later.next() }
  }

  @Test func `fails once the service has been away too long, however long it asks to wait`()
    async throws
  {
    let service = try await RunningService.started()
    let tokens = DeviceTokenVariable()
    _ = try await service.repository(tokens).signIn(under: Nickname("mina"))
    let store = service.repository(
      tokens,
      timeouts: RemoteTimeouts(outage: .milliseconds(300)),
      through: { PostponingTransport(inner: $0) }
    )
    var changes = store.changes(of: .active, on: .local).makeAsyncIterator()
    #expect(try await changes.next()?.active != nil)
    await #expect(throws: SessionError.self) { try await changes.next() }
  }

  @Test func `of a connection that has gone silent is begun again on another one`() async throws {
    let service = try await RunningService.started()
    let proxy = try await CuttingProxy.started(before: service.port)
    let tokens = DeviceTokenVariable()
    let direct = service.repository(tokens)
    _ = try await direct.signIn(under: Nickname("mina"))
    let store = service.repository(
      tokens,
      at: try proxy.address,
      timeouts: RemoteTimeouts(silence: .milliseconds(200))
    )
    var changes = store.changes(of: .active, on: .local).makeAsyncIterator()
    #expect(try await changes.next()?.active != nil)
    proxy.stall()
    _ = try await direct.rename(.active, to: Nickname("zoe"), in: RequestContext(in: .test))
    #expect(try await changes.next()?.active?.account.nickname.text == "zoe")
  }
}

/// Ends the first stream after its first event, and answers each later request for one with a wait of a day.
private actor PostponingTransport: InterposedTransport {
  let inner: any RemoteTransport
  private var isFirst = true

  init(inner: any RemoteTransport) { self.inner = inner }

  func follow(
    _ request: RemoteRequest,
    within limit: Duration,
    silence: Duration,
    _ reader: @escaping @Sendable (ServerSentEvent) async -> Bool
  ) async throws(RemoteLoss) -> RemoteAnswer? {
    guard isFirst else {
      return RemoteAnswer(
        status: 429,
        headers: ["content-type": "application/problem+json", "retry-after": "86400"],
        body: Array(#"{"code":"tooManyRequests"}"#.utf8)
      )
    }
    isFirst = false
    return try await inner.follow(request, within: limit, silence: silence) { event in
      _ = await reader(event)
      return false
    }
  }
}
#endif
