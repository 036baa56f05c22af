#if Server
import MonikerDomain
import MonikerDoubles
import MonikerRemote
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Signing in at a service` {
  private func error<Value>(
    of call: @autoclosure () async throws -> Value
  ) async throws -> RemoteError {
    do {
      let value = try await call()
      Issue.record("\(value)")
    } catch let error as RemoteError {
      return error
    }
    throw RemoteError.invalidRecoveryKey
  }

  @Test func `gives a new account its recovery key once, also by the port`() async throws {
    let service = try await RunningService.started()
    let keys = KeyRing()
    let store = service.repository(keys: keys)
    let first = try await store.signIn(under: Nickname("mina"))
    #expect(first.recoveryKey != nil)
    #expect(try await store.signIn(under: Nickname("mina")).recoveryKey == nil)
    let zoe = try await store.signIn(
      SignInRequest(nickname: Nickname("zoe"), in: RequestContext(in: .test))
    )
    let key = try #require(keys.keys(of: zoe.active.account).first)
    #expect(keys.keys(of: zoe.active.account).count == 1)
    let other = service.repository()
    let proven = try await other.signIn(under: Nickname("zoe"), recoveryKey: key)
    #expect(proven.signIn.active.account == zoe.active.account)
  }

  @Test func `under a held nickname names the ways to prove that it is one's own`() async throws {
    let service = try await RunningService.started()
    _ = try await service.repository().signIn(under: Nickname("Mina"))
    let store = service.repository()
    let refusal = try await error(of: await store.signIn(under: Nickname("mina")))
    guard case .proofRequired(let account, let ways) = refusal else {
      Issue.record("\(refusal)")
      return
    }
    #expect(account.nickname.text == "Mina")
    #expect(ways == [.recoveryKey, .link])
    #expect("\(refusal)".contains("recovery key"))
    await #expect(throws: NicknameError.proofDemanded(account)) {
      try await store.signIn(
        SignInRequest(nickname: Nickname("mina"), in: RequestContext(in: .test))
      )
    }
    let wrong = try #require(RemoteSecret("mnr-00000-00000-00000-00000-000000"))
    guard
      case .proofRequired = try await error(
        of: await store.signIn(under: Nickname("mina"), recoveryKey: wrong)
      )
    else {
      Issue.record("a wrong key is none")
      return
    }
    let none = try #require(RemoteSecret("secret"))
    #expect(
      try await error(of: await store.signIn(under: Nickname("mina"), recoveryKey: none))
        == .invalidRecoveryKey
    )
  }

  @Test func `is refused where no accounts are made`() async throws {
    let service = try await RunningService.started(signUp: .closed)
    let store = service.repository()
    #expect(try await error(of: await store.signIn(under: Nickname("mina"))) == .signUpClosed)
  }

  @Test func `counts whole seconds alone`() async throws {
    let service = try await RunningService.started()
    let store = service.repository()
    for terms in [
      SessionTerms(lifetime: .milliseconds(1_500)),
      SessionTerms(lifetime: .seconds(5), minimumRemaining: .milliseconds(10)),
    ] {
      guard
        case .store(let failure) = try await error(
          of: await store.signIn(under: Nickname("mina"), on: terms)
        )
      else {
        Issue.record("no failure")
        continue
      }
      #expect(failure.reason == .unsupported)
    }
    let terms = SessionTerms(lifetime: .seconds(600), isSliding: true)
    let session = try await store.signIn(under: Nickname("mina"), on: terms).signIn.active.session
    #expect(session.idleTimeout == .seconds(600))
    #expect(session.remaining(at: session.startedAt) == .seconds(600))
    let longer = SessionTerms(lifetime: .seconds(900), minimumRemaining: .seconds(700))
    let again = try await store.signIn(under: Nickname("mina"), on: longer).signIn
    #expect(again.isRenewed && !again.isNewSession)
  }

  @Test func `keeps the token of each new session, and none that is void`() async throws {
    let service = try await RunningService.started()
    let tokens = DeviceTokenVariable()
    let store = service.repository(tokens)
    _ = try await store.signIn(under: Nickname("mina"))
    let first = try #require(tokens.load())
    _ = try await store.signIn(under: Nickname("zoe"))
    #expect(tokens.load() != first)
    // Another process of this device reads the token when the service refuses its own.
    let earlier = DeviceTokenVariable(first)
    let process = service.repository(earlier)
    #expect(try await process.session(of: .active, on: .local).active != nil)
    _ = try await store.session(of: .active, on: .local)
    earlier.save(tokens.load())
    let found = try await process.session(of: .active, on: .local)
    #expect(found.active?.account.nickname.text == "zoe")
  }

  @Test func `after one whose answer was lost is not void if a late copy of that arrives`()
    async throws
  {
    let service = try await RunningService.started()
    let (nickname, intention) = (try Nickname("mina"), IntentionID(high: 1, low: 2))
    _ = try await service.repository().signIn(under: nickname, as: intention)
    let store = service.repository()
    let again = try await store.signIn(under: nickname, as: intention, sentBefore: true)
    #expect(again.recoveryKey != nil)
    let late = service.repository()
    #expect(
      try await error(of: await late.signIn(under: nickname, as: intention))
        == .credential(.notRepeatable(.answered))
    )
    #expect(try await store.session(of: .active, on: .local).active == again.signIn.active)
  }

  @Test func `keeps the recovery key of a new account before its token is kept or used`()
    async throws
  {
    let service = try await RunningService.started()
    let keys = KeyRing()
    let order = Mutex<[String]>([])
    let note: @Sendable (String) -> Void = { what in
      order.withLock { $0.append("\(what) \(keys.count)") }
    }
    let store = service.repository(
      NotedTokens(note: note),
      keys: keys,
      through: { LosingTransport(inner: $0, note: note) }
    )
    _ = try await store.signIn(under: Nickname("mina"))
    // The answer to the first request was lost, so the token is used at once.
    #expect(order.withLock(\.self) == ["POST 0", "POST 0", "keep 1", "GET 1"])
  }

  @Test func `on a device that was forgotten registers it anew`() async throws {
    let service = try await RunningService.started()
    let tokens = DeviceTokenVariable()
    let store = service.repository(tokens)
    let account = try await store.signIn(under: Nickname("mina")).signIn.active.account
    #expect(try await store.forgetDevice().map(\.account) == [account])
    #expect(tokens.load() == nil)
    #expect(try await store.forgetDevice() == [])
    #expect(try await store.session(of: .active, on: .local).active == nil)
    #expect(try await store.openSessions(.first, in: .device(.local)).entries == [])
    let void = try #require(RemoteSecret("mnk_" + String(repeating: "A", count: 43)))
    tokens.save(void)
    // It was forgotten by a request whose answer was lost.
    #expect(try await service.repository(tokens).forgetDevice() == [])
    #expect(tokens.load() == nil)
    tokens.save(void)
    let again = service.repository(tokens)
    #expect(try await again.session(of: .active, on: .local).active == nil)
    _ = try await again.signIn(under: Nickname("zoe"))
    #expect(tokens.load() != void && tokens.load() != nil)
  }

  @Test func `by many at once leaves the device with a token that holds`() async throws {
    let service = try await RunningService.started()
    let folder = try TemporaryFolder()
    func tokens() -> DeviceTokenFile { DeviceTokenFile(in: folder.path, for: service.address) }
    // Each is as a process of its own.
    let stores = (0..<4).map { _ in service.repository(tokens()) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        group.addTask {
          let store = stores[number % 4]
          _ = try await store.signIn(under: Nickname("n\(number)"))
          _ = try await store.session(of: .active, on: .local)
        }
      }
      try await group.waitForAll()
    }
    let last = service.repository(tokens())
    #expect(try await last.openSessions(.first, in: .device(.local)).entries.count == 20)
  }

  // MARK: Links

  @Test func `by a link asks until another device has approved it`() async throws {
    let service = try await RunningService.started()
    let owner = service.repository()
    let mina = try await owner.signIn(under: Nickname("mina")).signIn.active.account
    let store = service.repository()
    let link = try await store.beginLink()
    #expect(link.lifetime == .seconds(600))
    #expect(try await store.redeem(link) == nil)
    let details = try await owner.link(userCode: link.userCode.lowercased())
    #expect(details.purpose == .signIn)
    #expect(details.label == "test")
    #expect(details.origin.host == "127.0.0.1")
    try await owner.approve(userCode: link.userCode, for: mina.id)
    let signIn = try #require(try await store.redeem(link))
    #expect(signIn.signIn.active.account == mina)
    #expect(try await store.session(of: .active, on: .local).active == signIn.signIn.active)
    let devices = try await store.devices(.first).entries
    #expect(devices.map(\.isCurrent) == [false, true])
    // The dump of a link shows no secret.
    var dumped = ""
    dump(link, to: &dumped)
    #expect(!dumped.contains("mnd_"))
  }

  @Test func `by a link ends when it is denied, or is another one's`() async throws {
    let service = try await RunningService.started()
    let owner = service.repository()
    _ = try await owner.signIn(under: Nickname("mina"))
    let store = service.repository()
    let first = try await store.beginLink()
    let second = try await store.beginLink()
    #expect(try await error(of: await store.redeem(first)) == .link(.expired))
    try await owner.deny(userCode: second.userCode)
    #expect(try await error(of: await store.redeem(second)) == .link(.denied))
    #expect(
      try await error(of: await owner.link(userCode: "BBBBBBBB")) == .credential(.noSuchLink)
    )
    let stranger = service.repository()
    _ = try await stranger.beginLink()
    #expect(
      try await error(of: await stranger.link(userCode: "BBBBBBBB")) == .credential(.notSignedIn)
    )
  }

  @Test func `by a link slows down if the service says so`() async throws {
    let service = try await RunningService.started(limits: 1)
    let store = service.repository()
    let link = try await store.beginLink()
    let interval = link.interval
    for _ in 0..<4 { #expect(try await store.redeem(link) == nil) }
    #expect(link.interval == interval + .seconds(5))
  }

  @Test(arguments: [true, false])
  func `removes an account as soon as another device has approved it, and not if it denies`(
    isApproved: Bool
  ) async throws {
    let clock = ManualClock()
    let service = try await RunningService.started(owner: .test(clock))
    let other = service.repository()
    let first = try await other.signIn(under: Nickname("mina"))
    let (tokens, mina) = (DeviceTokenVariable(), first.signIn.active.account)
    let device = service.repository(tokens)
    _ = try await device.signIn(under: Nickname("mina"), recoveryKey: first.recoveryKey)
    clock.advance(by: Int64(Link.minimumSessionAge.components.seconds) * 1_000)
    let ends = Mutex<[RemoteError]>([])
    let store = service.repository(
      tokens,
      prove: { request throws(StoreFailure) in
        #expect(request.purpose == .removal && request.account == mina)
        return (try? await device.beginLink(for: .removal)).map(RemoteProof.link)
      },
      awaitApproval: { link, ask throws(StoreFailure) in
        do throws(RemoteError) {
          #expect(try await ask() == nil)
          if isApproved {
            try await other.approve(userCode: link.userCode, for: mina.id)
          } else {
            try await other.deny(userCode: link.userCode)
          }
          return try await ask() == true
        } catch {
          ends.withLock { $0.append(error) }
          return false
        }
      }
    )
    do throws(AccountError) {
      let removal = try await store.remove(
        mina.id,
        proof: .notGiven,
        in: RequestContext(in: .test)
      )
      #expect(isApproved && removal?.account == mina)
    } catch {
      #expect(!isApproved && error == .proofDemanded(mina))
    }
    #expect(ends.withLock(\.self) == (isApproved ? [] : [.link(.denied)]))
  }

  // MARK: Credentials

  @Test func `lets one replace the key and remove the account with it`() async throws {
    let service = try await RunningService.started()
    let store = service.repository()
    let first = try await store.signIn(under: Nickname("mina"))
    let account = first.signIn.active.account
    _ = try await store.signIn(under: Nickname("zoe"))
    let ways = [RemoteProofWay.recoveryKey, .link]
    #expect(
      try await error(of: await store.replaceRecoveryKey(of: account, proof: nil))
        == .proofRequired(account, ways: ways)
    )
    let key = try #require(first.recoveryKey)
    let new = try await store.replaceRecoveryKey(of: account, proof: .recoveryKey(key)).key
    #expect(
      try await error(of: await store.remove(account.id, proof: .recoveryKey(key)))
        == .proofRequired(account, ways: ways)
    )
    await #expect(throws: AccountError.proofDemanded(account)) {
      try await store.remove(account.id, proof: .notGiven, in: RequestContext(in: .test))
    }
    let removal = try await store.remove(account.id, proof: .recoveryKey(new))
    #expect(removal?.account == account)
    #expect(removal?.session?.id == first.signIn.active.session.id)
    #expect(try await store.remove(account.id, proof: .recoveryKey(new)) == nil)
  }

  @Test func `lets one make, list and revoke identity tokens of each account`() async throws {
    let service = try await RunningService.started()
    let store = service.repository()
    let mina = try await store.signIn(under: Nickname("mina")).signIn.active.account
    let zoe = try await store.signIn(under: Nickname("zoe")).signIn.active.account
    let one = try await store.issueToken(for: mina.id, label: "wiki", lifetime: .seconds(60))
    let two = try await store.issueToken(for: mina.id, label: nil, lifetime: nil)
    #expect(one.secret != two.secret && one.secret.text.hasPrefix("mni_"))
    #expect(one.token.label == "wiki")
    #expect(one.token.expiresAt == one.token.issuedAt.advanced(by: .seconds(60)))
    #expect(try await store.identityTokens(of: mina.id) == [one.token, two.token])
    #expect(try await store.identityTokens(of: zoe.id) == [])
    try await store.revokeToken(one.token.id, of: mina.id)
    #expect(
      try await error(of: await store.revokeToken(one.token.id, of: mina.id))
        == .credential(.noSuchIdentityToken(one.token.id))
    )
    #expect(try await store.identityTokens(of: mina.id) == [two.token])
  }

  @Test func `is what an account needs: none is added without it`() async throws {
    let service = try await RunningService.started()
    let store = service.repository()
    let error = await #expect(throws: NicknameError.self) {
      try await store.assign(Nickname("mina"), to: nil, in: RequestContext(in: .test))
    }
    guard case .store(let failure) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.reason == .unsupported)
    #expect(failure.detail.contains("sign-in"))
  }
}

/// A transport that loses the first answer, and notes the methods of the requests.
private final class LosingTransport: InterposedTransport {
  let inner: any RemoteTransport
  private let note: @Sendable (String) -> Void
  private let hasLost = Mutex(false)

  init(inner: any RemoteTransport, note: @escaping @Sendable (String) -> Void) {
    self.inner = inner
    self.note = note
  }

  func answer(
    to request: RemoteRequest,
    within limit: Duration
  ) async throws(RemoteLoss) -> RemoteAnswer {
    note(request.method)
    let answer = try await inner.answer(to: request, within: limit)
    let isFirst = hasLost.withLock { lost in
      defer { lost = true }
      return !lost
    }
    guard !isFirst else { throw RemoteLoss(mayHaveArrived: true, detail: "lost") }
    return answer
  }
}

/// A token in memory, whose change is noted.
private struct NotedTokens: DeviceTokenStore {
  let inner = DeviceTokenVariable()
  let note: @Sendable (String) -> Void

  func load() -> RemoteSecret? { inner.load() }

  func save(_ token: RemoteSecret?) {
    note("keep")
    inner.save(token)
  }

  func lock() -> (any Sendable)? { inner.lock() }
}
#endif
