#if Server
import Foundation
import MonikerDomain
import MonikerDoubles
import Synchronization
import Testing

@testable import MonikerRemote

@Suite(.timeLimit(.minutes(5))) struct `A secret whose request was sent twice` {
  private static let replacement = "PUT /v1/account/recovery-key"
  private static let issue = "POST /v1/identity-tokens"
  private static let rotation = "POST /v1/device/token"

  /// A device on which mina is signed in, and which loses an answer later.
  private struct World: Sendable {
    let service: RunningService
    let late = LateRequest()
    let tokens = DeviceTokenVariable()
    let keys = KeyRing()
    let store: RemoteRepository
    let mina: Account
    let key: RemoteSecret

    init(owner: StoreOwner = .test(ManualClock()), offline: RemoteOffline? = nil) async throws {
      service = try await .started(owner: owner)
      store = service.repository(
        tokens,
        keys: keys,
        offline: offline,
        through: { [late] in LateTransport(inner: $0, late: late) }
      )
      let first = try await store.signIn(under: Nickname("mina"))
      mina = first.signIn.active.account
      key = try #require(first.recoveryKey)
      // The first use of a token changes the store.
      _ = try await store.session(of: .active, on: .local)
    }

    func replace(_ key: RemoteSecret) async throws -> RemoteKeyReplacement {
      try await store.replaceRecoveryKey(of: mina, proof: .recoveryKey(key))
    }

    /// Whether a key proves that the account is one's own.
    func holds(_ key: RemoteSecret) async throws -> Bool {
      do {
        let proven = try await service.repository()
          .signIn(under: mina.nickname, recoveryKey: key)
        return proven.signIn.active.account == mina
      } catch RemoteError.proofRequired {
        return false
      }
    }
  }

  @Test(arguments: [replacement, rotation, nil])
  func `is the recovery key that holds, whenever the first request arrives again`(
    after request: String?
  ) async throws {
    let world = try await World()
    world.late.lose(Self.replacement, [1])
    if let request { world.late.runAfter(request) { _ = try await world.late.send() } }
    let new = try await world.replace(world.key)
    #expect(new.doubt == nil)
    #expect(try await world.late.send() == 401)
    #expect(world.keys.keys(of: world.mina) == [world.key, new.key])
    #expect(try await world.holds(new.key))
    #expect(try await !world.holds(world.key))
    // The device is known by its new token.
    #expect(try await world.store.session(of: .active, on: .local).active != nil)
  }

  @Test(arguments: [(rotation, false), ("GET /v1/session", true)])
  func `is a recovery key of which the call tells that it may be void`(
    lost: String,
    isGood: Bool
  ) async throws {
    let folder = try TemporaryFolder()
    let world = try await World(offline: .kept(in: folder))
    world.late.lose(Self.replacement, [1])
    world.late.lose(lost, [1], isLast: true)
    let new = try await world.replace(world.key)
    #expect("\(new.doubt, default: "")".contains("may be void: replace it again"))
    // The copy proves nothing once the new token was used.
    #expect(try await world.late.send() == (isGood ? 401 : 200))
    #expect(try await world.holds(new.key) == isGood)
    let again = try await world.replace(world.key)
    #expect(again.doubt == nil)
    #expect(try await world.holds(again.key))
    #expect(folder.contents.filter { $0.hasSuffix(".replacements") } == [])
  }

  @Test func `is set once if the service was only busy before`() async throws {
    let world = try await World()
    world.late.refuse(Self.replacement, [1])
    world.late.refuse(Self.issue, [1])
    let new = try await world.replace(world.key)
    #expect(new.doubt == nil)
    _ = try await world.store.issueToken(for: world.mina.id, label: nil, lifetime: nil)
    let changes = world.late.asked.suffix(4)
    #expect(
      Array(changes) == [Self.replacement, Self.replacement, Self.issue, Self.issue]
    )
  }

  @Test func `is a recovery key that is set again only so often`() async throws {
    let world = try await World()
    world.late.lose(Self.replacement, [1, 3, 5, 7, 9, 11, 13])
    let new = try await world.replace(world.key)
    #expect("\(new.doubt, default: "")".contains("lost again and again"))
    #expect(world.keys.keys(of: world.mina) == [world.key, new.key])
    #expect(try await world.holds(new.key))
  }

  @Test func `is a recovery key of which the call tells a doubt with a token from outside`()
    async throws
  {
    let world = try await World()
    let store = world.service.repository(
      TokenFromOutside(inner: world.tokens),
      through: { LateTransport(inner: $0, late: world.late) }
    )
    world.late.lose(Self.replacement, [1])
    let new = try await store.replaceRecoveryKey(
      of: world.mina,
      proof: .recoveryKey(world.key)
    )
    #expect(
      "\(new.doubt, default: "")".contains("the token in the variable TEST cannot be replaced")
    )
    #expect(try await world.holds(new.key))
    // Nobody would get a new token.
    #expect(!world.late.asked.contains(Self.rotation))
  }

  @Test func `is a recovery key that stays if the session ends before it is set again`()
    async throws
  {
    let world = try await World()
    world.late.lose(Self.replacement, [1])
    world.late.runAfter(Self.rotation) {
      _ = try await world.service.store.endSessions(
        .all,
        in: RequestContext(in: .everything(on: .local))
      )
    }
    let new = try await world.replace(world.key)
    #expect("\(new.doubt, default: "")".contains("may be void: replace it again"))
    #expect(world.keys.keys(of: world.mina) == [world.key, new.key])
    #expect(try await world.holds(new.key))
  }

  @Test func `is a recovery key that can be replaced after a second failure`() async throws {
    let folder = try TemporaryFolder()
    let world = try await World(offline: .kept(in: folder))
    world.late.lose(Self.replacement, [1])
    world.late.lose(Self.rotation, [1, 2], isLast: true)
    let first = try await world.replace(world.key)
    // The first request of the second call asks whether an earlier one had the same proof.
    world.late.lose(Self.replacement, [2])
    let second = try await world.replace(first.key)
    #expect(first.doubt != nil && second.doubt != nil)
    #expect(try await world.late.send(2) == 200)
    #expect(try await !world.holds(second.key))
    let third = try await world.replace(first.key)
    #expect(third.doubt == nil)
    #expect(try await world.holds(third.key))
  }

  @Test func `leaves the device its former token if the new one is void before its use`()
    async throws
  {
    let world = try await World()
    let former = try #require(world.tokens.load())
    world.late.lose(Self.rotation, [1], isLast: true)
    #expect(await world.store.voidEarlierRequests() != nil)
    // The lost rotation arrives between the answer to the next one and the first use of its token.
    world.late.runAfter(Self.rotation) { _ = try await world.late.send() }
    #expect(await world.store.voidEarlierRequests() != nil)
    #expect(world.tokens.load() == former)
    #expect(try await world.store.session(of: .active, on: .local).active != nil)
  }

  @Test(arguments: [false, true])
  func `leaves a sign-out that waits a token that proves it`(isUnderWay: Bool) async throws {
    let folder = try TemporaryFolder()
    let world = try await World(offline: .kept(in: folder))
    let queue = try RemoteOffline.kept(in: folder).queue
    let id = IntentionID(high: 0, low: 1)
    try await world.store.queueSignOut(of: world.mina.id, as: id, in: queue)
    if isUnderWay {
      // Another process has read the queue, and its request comes after the rotation.
      world.late.runBefore("DELETE /v1/session") {
        #expect(await world.store.voidEarlierRequests() == nil)
      }
    } else {
      #expect(await world.store.voidEarlierRequests() == nil)
    }
    try await world.store.send(queue)
    #expect(try queue.all() == [])
    #expect(try await world.store.session(of: .active, on: .local).active == nil)
  }

  @Test(arguments: [(true, false), (false, false), (false, true)])
  func `is the recovery key that holds if a question about a link got no answer`(
    isLast: Bool,
    isAsked: Bool
  ) async throws {
    let clock = ManualClock()
    let world = try await World(owner: .test(clock))
    let other = world.service.repository()
    _ = try await other.signIn(under: world.mina.nickname, recoveryKey: world.key)
    clock.advance(by: Int64(Link.minimumSessionAge.components.seconds) * 1_000)
    let link = try await world.store.beginLink(for: .recoveryKey)
    if isAsked {
      // Also the answer that nobody has decided can be one to a repetition.
      world.late.lose(Self.replacement, [1])
      await #expect(throws: RemoteError.credential(.linkNotApproved(.pending))) {
        try await world.store.replaceRecoveryKey(of: world.mina, proof: .link(link))
      }
    }
    try await other.approve(userCode: link.userCode, for: world.mina.id)
    if !isAsked {
      world.late.lose(Self.replacement, [1], isLast: isLast)
      if isLast {
        await #expect(throws: RemoteError.self) {
          try await world.store.replaceRecoveryKey(of: world.mina, proof: .link(link))
        }
      }
    }
    let new = try await world.store.replaceRecoveryKey(of: world.mina, proof: .link(link))
    #expect(new.doubt == nil)
    #expect(try await world.late.send() == 401)
    #expect(try await world.holds(new.key))
  }

  @Test func `is not replaced by a request whose body comes after the token was`() async throws {
    let world = try await World()
    let token = try #require(world.tokens.load())
    let body = #"{"recoveryKey":"\#(world.key.text)"}"#
    let request = try PartialRequest(
      """
      PUT /v1/account/recovery-key HTTP/1.1\r
      Host: 127.0.0.1:\(world.service.port)\r
      Authorization: Bearer \(token.text)\r
      Idempotency-Key: 0123456789abcdefABCDEF\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r

      """,
      to: world.service.port
    )
    // Meanwhile the service sees whose token it is.
    for _ in 1...20 { _ = try await world.store.session(of: .active, on: .local) }
    #expect(await world.store.voidEarlierRequests() == nil)
    request.send(body)
    #expect(await request.answer().hasPrefix("HTTP/1.1 401 "))
    #expect(try await world.holds(world.key))
  }

  @Test func `is the identity token that holds`() async throws {
    let world = try await World()
    world.late.lose(Self.issue, [1])
    let issued = try await world.store.issueToken(for: world.mina.id, label: nil, lifetime: nil)
    #expect(try await world.late.send() == 409)
    let program = world.service.repository(DeviceTokenVariable(issued.secret))
    #expect(try await program.identity().accountID == world.mina.id)
    #expect(try await world.store.identityTokens(of: world.mina.id) == [issued.token])
  }

  @Test func `is an identity token of which a failure tells that it may be there`() async throws {
    let world = try await World()
    // The second request is the repetition. The third one issues another token.
    world.late.lose(Self.issue, [1])
    world.late.lose(Self.issue, [2], isLast: true)
    let error = await #expect(throws: RemoteError.self) {
      try await world.store.issueToken(for: world.mina.id, label: nil, lifetime: nil)
    }
    #expect("\(error, default: "")".contains("the change may have been made"))
    #expect(try await world.store.identityTokens(of: world.mina.id).count == 1)
  }
}

/// Requests whose answers are lost, and copies of them, which arrive later.
private final class LateRequest: Sendable {
  private struct State {
    var losses: [(request: String, which: Set<Int>, isLast: Bool, count: Int)] = []
    var asked: [String] = []
    var refused: [(request: String, which: Set<Int>, count: Int)] = []
    var before: (request: String, run: @Sendable () async throws -> Void)?
    var next: (after: String, run: @Sendable () async throws -> Void)?
    var copies: [@Sendable () async throws -> Int] = []
  }

  private let state = Mutex(State())

  /// The methods and the paths of all requests.
  var asked: [String] { state.withLock { $0.asked } }

  /// Loses answers, of which those that were lost by an earlier call do not count.
  ///
  /// - Parameters:
  ///   - request: the method and the path of the requests.
  ///   - which: the answers that are lost, by their numbers from 1 on.
  ///   - isLast: whether the request is not repeated in the same call.
  func lose(_ request: String, _ which: Set<Int>, isLast: Bool = false) {
    state.withLock { $0.losses.append((request, which, isLast, 0)) }
  }

  /// Answers requests in place of the service, which is busy.
  ///
  /// - Parameters:
  ///   - request: the method and the path of the requests.
  ///   - which: the requests, by their numbers from 1 on.
  func refuse(_ request: String, _ which: Set<Int>) {
    state.withLock { $0.refused.append((request, which, 0)) }
  }

  /// Runs something before the next request of a kind is sent.
  func runBefore(_ request: String, _ run: @escaping @Sendable () async throws -> Void) {
    state.withLock { $0.before = (request, run) }
  }

  /// Runs something after the next answer to a request.
  func runAfter(_ request: String, _ run: @escaping @Sendable () async throws -> Void) {
    state.withLock { $0.next = (request, run) }
  }

  /// Lets the copy of a request arrive whose answer was lost, and returns the status of its answer.
  ///
  /// - Parameter number: the number of the request among those, from 0 on.
  /// - Returns: nil if there is no such request.
  func send(_ number: Int = 0) async throws -> Int? {
    let copies = state.withLock { $0.copies }
    return copies.indices.contains(number) ? try await copies[number]() : nil
  }

  /// Whether an answer is lost, and if so whether it is the last one.
  fileprivate func loss(
    of request: String,
    _ copy: @escaping @Sendable () async throws -> Int
  ) -> Bool? {
    state.withLock { state in
      state.asked.append(request)
      for place in state.losses.indices where state.losses[place].request == request {
        state.losses[place].count += 1
        guard state.losses[place].which.contains(state.losses[place].count) else { continue }
        state.copies.append(copy)
        return state.losses[place].isLast
      }
      return nil
    }
  }

  fileprivate func begin(_ request: String) async throws {
    let run = state.withLock { state -> (@Sendable () async throws -> Void)? in
      guard let before = state.before, before.request == request else { return nil }
      state.before = nil
      return before.run
    }
    try await run?()
  }

  /// Whether the service is busy for a request.
  fileprivate func isRefused(_ request: String) -> Bool {
    state.withLock { state in
      for place in state.refused.indices where state.refused[place].request == request {
        state.refused[place].count += 1
        guard state.refused[place].which.contains(state.refused[place].count) else { continue }
        state.asked.append(request)
        return true
      }
      return false
    }
  }

  fileprivate func arrived(_ request: String) async throws {
    let run = state.withLock { state -> (@Sendable () async throws -> Void)? in
      guard let next = state.next, next.after == request else { return nil }
      state.next = nil
      return next.run
    }
    try await run?()
  }
}

/// A request of which a part is sent, and the rest later.
private final class PartialRequest: Sendable {
  private let descriptor: Int32

  init(_ part: String, to port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(status == 0)
    send(part)
  }

  func send(_ part: String) {
    #expect(write(descriptor, part, part.utf8.count) == part.utf8.count)
  }

  /// The first bytes of the answer.
  func answer() async -> String {
    let descriptor = descriptor
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = max(0, read(descriptor, &buffer, buffer.count))
        continuation.resume(returning: String(decoding: buffer.prefix(count), as: UTF8.self))
      }
    }
  }

  deinit { close(descriptor) }
}

/// A token that the program was given, as in a variable.
private struct TokenFromOutside: DeviceTokenStore {
  let inner: DeviceTokenVariable

  var origin: String? { "the variable TEST" }

  func load() -> RemoteSecret? { inner.load() }

  func save(_ token: RemoteSecret?) { Issue.record("it is replaced") }

  func lock() -> (any Sendable)? { inner.lock() }
}

private struct LateTransport: InterposedTransport {
  let inner: any RemoteTransport
  let late: LateRequest

  func answer(
    to request: RemoteRequest,
    within limit: Duration
  ) async throws(RemoteLoss) -> RemoteAnswer {
    let name = "\(request.method) \(request.target.prefix { $0 != "?" })"
    try? await late.begin(name)
    if late.isRefused(name) {
      return RemoteAnswer(
        status: 503,
        headers: ["content-type": "application/problem+json", "retry-after": "0"],
        body: Array(#"{"code":"storeBusy"}"#.utf8)
      )
    }
    let answer = try await inner.answer(to: request, within: limit)
    let loss = late.loss(of: name) {
      try await inner.answer(to: request, within: .seconds(60)).status
    }
    if let isLast = loss {
      throw RemoteLoss(mayHaveArrived: true, isFinal: isLast, detail: "lost")
    }
    try? await late.arrived(name)
    return answer
  }
}
#endif
