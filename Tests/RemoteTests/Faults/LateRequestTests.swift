#if Server
import MonikerDomain
import MonikerDoubles
import MonikerRemote
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A secret whose request was sent twice` {
  /// When the copy of the request arrives.
  enum Arrival: CaseIterable, Sendable {
    case afterItsRepetition
    case afterTheCall
  }

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

    func replace(_ key: RemoteSecret) async throws -> RemoteSecret {
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

  @Test(arguments: Arrival.allCases)
  func `is the recovery key that holds, whenever the first request arrives again`(
    arrival: Arrival
  ) async throws {
    let world = try await World()
    world.late.lose("PUT", [.answer], comesAgain: arrival == .afterItsRepetition)
    let new = try await world.replace(world.key)
    try await world.late.send()
    #expect(world.keys.keys(of: world.mina).last == new)
    #expect(try await world.holds(new))
    for former in world.keys.keys(of: world.mina).dropLast() {
      #expect(try await !world.holds(former))
    }
  }

  @Test(arguments: [LateRequest.Loss.requestAtLast, .answerAtLast])
  func `is a recovery key that can be replaced if nothing confirms it`(
    loss: LateRequest.Loss
  ) async throws {
    let folder = try TemporaryFolder()
    let world = try await World(offline: .kept(in: folder))
    // The third request asks whether an earlier call had the same proof.
    world.late.lose("PUT", [.answer, .none, .none, loss], comesAgain: false)
    let error = await #expect(throws: RemoteError.self) { try await world.replace(world.key) }
    #expect("\(error, default: "")".contains("may be void: replace it again"))
    try await world.late.send()
    let shown = try #require(world.keys.keys(of: world.mina).last)
    let new: RemoteSecret
    do {
      new = try await world.replace(shown)
    } catch RemoteError.proofRequired {
      #expect(loss == .requestAtLast)
      new = try await world.replace(world.key)
    }
    #expect(try await world.holds(new))
    #expect(folder.contents.filter { $0.hasSuffix(".replacements") } == [])
  }

  @Test func `is a recovery key that is given again only so often`() async throws {
    let world = try await World()
    let losses = (0..<20).map { number in number.isMultiple(of: 2) ? LateRequest.Loss.answer : .none
    }
    world.late.lose("PUT", losses, comesAgain: false)
    let error = await #expect(throws: RemoteError.self) { try await world.replace(world.key) }
    #expect("\(error, default: "")".contains("lost again and again"))
    #expect(world.keys.keys(of: world.mina).count == 1 + 5)
  }

  @Test func `is the recovery key that holds if a question about a link got no answer`()
    async throws
  {
    let clock = ManualClock()
    let world = try await World(owner: .test(clock))
    let other = world.service.repository()
    _ = try await other.signIn(under: world.mina.nickname, recoveryKey: world.key)
    clock.advance(by: Int64(Link.minimumSessionAge.components.seconds) * 1_000)
    let link = try await world.store.beginLink(for: .recoveryKey)
    try await other.approve(userCode: link.userCode, for: world.mina.id)
    world.late.lose("PUT", [.answerAtLast], comesAgain: false)
    await #expect(throws: RemoteError.self) {
      try await world.store.replaceRecoveryKey(of: world.mina, proof: .link(link))
    }
    let new = try await world.store.replaceRecoveryKey(of: world.mina, proof: .link(link))
    try await world.late.send()
    #expect(try await world.holds(new))
  }

  @Test func `is the identity token that holds`() async throws {
    let world = try await World()
    world.late.lose("POST", [.answer], comesAgain: false)
    let issued = try await world.store.issueToken(for: world.mina.id, label: nil, lifetime: nil)
    try await world.late.send()
    let program = world.service.repository(DeviceTokenVariable(issued.secret))
    #expect(try await program.identity().accountID == world.mina.id)
    #expect(try await world.store.identityTokens(of: world.mina.id) == [issued.token])
  }

  @Test func `is an identity token of which a failure tells that it may be there`() async throws {
    let world = try await World()
    // The second request of the method is the repetition, and the third one issues another token.
    world.late.lose("POST", [.answer, .none, .requestAtLast], comesAgain: false)
    let error = await #expect(throws: RemoteError.self) {
      try await world.store.issueToken(for: world.mina.id, label: nil, lifetime: nil)
    }
    #expect("\(error, default: "")".contains("the change may have been made"))
    #expect(try await world.store.identityTokens(of: world.mina.id) == [])
  }
}

/// Requests that are lost, or whose answers are, and the copy of the first one, which arrives later.
final class LateRequest: Sendable {
  /// What is lost of a request.
  enum Loss: Sendable {
    case none
    case answer
    /// The answer, and the request is not repeated in the same call.
    case answerAtLast
    /// The request, likewise.
    case requestAtLast
  }

  private struct State {
    var method = ""
    var losses: [Loss] = []
    var comesAgain = false
    var copy: (@Sendable () async throws -> Void)?
  }

  private let state = Mutex(State())

  /// Loses something of the next requests with a method.
  ///
  /// - Parameters:
  ///   - losses: what of each, in their order.
  ///   - comesAgain: whether the first request arrives again right after the second one.
  func lose(_ method: String, _ losses: [Loss], comesAgain: Bool) {
    state.withLock { $0 = State(method: method, losses: losses, comesAgain: comesAgain) }
  }

  /// Takes what is lost of a request; the first one is kept.
  fileprivate func loss(
    of request: RemoteRequest,
    _ send: @escaping @Sendable () async throws -> Void
  ) -> Loss {
    state.withLock { state in
      guard state.method == request.method, !state.losses.isEmpty else { return .none }
      if state.copy == nil { state.copy = send }
      return state.losses.removeFirst()
    }
  }

  /// Lets the copy arrive, if that is its time.
  fileprivate func sendAfterRepetition() async throws {
    let isTime = state.withLock { state in
      defer { if state.copy != nil { state.comesAgain = false } }
      return state.comesAgain && state.copy != nil
    }
    if isTime { try await send() }
  }

  /// Lets the copy arrive.
  func send() async throws {
    let copy = state.withLock(\.copy)
    try await copy?()
  }
}

private struct LateTransport: InterposedTransport {
  let inner: any RemoteTransport
  let late: LateRequest

  func answer(
    to request: RemoteRequest,
    within limit: Duration
  ) async throws(RemoteLoss) -> RemoteAnswer {
    let again: @Sendable () async throws -> Void = {
      _ = try await inner.answer(to: request, within: .seconds(60))
    }
    let loss = late.loss(of: request, again)
    if loss == .requestAtLast {
      throw RemoteLoss(mayHaveArrived: false, isFinal: true, detail: "lost")
    }
    let answer = try await inner.answer(to: request, within: limit)
    guard loss == .none else {
      throw RemoteLoss(mayHaveArrived: true, isFinal: loss == .answerAtLast, detail: "lost")
    }
    try? await late.sendAfterRepetition()
    return answer
  }
}
#endif
