import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@Suite struct `The authentication and devices use cases` {
  let clock = ManualClock()
  let store: InMemoryRepository
  let authentication: AuthenticationUseCase
  let origin = Origin(host: "here", terminal: "pts/9")

  init() {
    store = InMemoryRepository(owner: .test(clock))
    authentication = AuthenticationUseCase(store: store, now: { [clock] in clock.now })
  }

  private func digest(_ number: UInt8) throws -> SecretDigest {
    try #require(SecretDigest(bytes: Array(repeating: number, count: 32)))
  }

  private func devices(of device: Device) -> DevicesUseCase {
    DevicesUseCase(devices: store, in: RequestContext(in: .device(device.id)))
  }

  private func isNoSuchDevice(_ error: any Error) -> Bool {
    if case CredentialError.noSuchDevice = error { true } else { false }
  }

  /// A request with a number, of two contents.
  private func request(_ number: UInt64, content: UInt8 = 9) throws -> RepeatableRequest {
    RepeatableRequest(
      intention: IntentionID(high: 1, low: number),
      registration: IntentionID(high: 2, low: number),
      content: try digest(content)
    )
  }

  @Test func `registers a device under a token that no other has`() async throws {
    let first = try await authentication.register("phone", provenBy: try digest(1), from: origin)
    #expect(first.label == "phone")
    #expect(first.origin == origin)
    #expect(first.registeredAt == clock.now)
    await #expect {
      try await authentication.register("tablet", provenBy: try digest(1))
    } throws: { error in
      guard case CredentialError.store(let failure) = error else { return false }
      return failure.reason == .idInUse
    }
    #expect(try await store.devices(in: .test) == [first])
  }

  @Test func `a registration that is repeated gives the same device a new token`() async throws {
    let first = try await authentication.register(
      "phone",
      provenBy: try digest(1),
      repeatable: try request(1)
    )
    clock.advance(by: 599_999)
    let again = try await authentication.register(
      "phone",
      provenBy: try digest(2),
      repeatable: try request(1)
    )
    #expect(again == first)
    #expect(try await store.device(provenBy: try digest(1)) == nil)
    #expect(try await store.device(provenBy: try digest(2))?.device == first)
    #expect(try await store.devices(in: .test) == [first])
    await #expect(throws: CredentialError.notRepeatable(.otherContent)) {
      try await authentication.register(
        "phone",
        provenBy: try digest(3),
        repeatable: try request(1, content: 8)
      )
    }
    clock.advance(by: 1)
    await #expect(throws: CredentialError.notRepeatable(.tooLate)) {
      try await authentication.register(
        "phone",
        provenBy: try digest(3),
        repeatable: try request(1)
      )
    }
    #expect(try await store.device(provenBy: try digest(2))?.device == first)
  }

  @Test func `a registration whose token was used is not repeated`() async throws {
    let device = try await authentication.register(
      "phone",
      provenBy: try digest(1),
      repeatable: try request(1)
    )
    _ = try await authentication.authenticate(try digest(1))
    await #expect(throws: CredentialError.notRepeatable(.answered)) {
      try await authentication.register(
        "phone",
        provenBy: try digest(2),
        repeatable: try request(1)
      )
    }
    #expect(try await authentication.authenticate(try digest(2)) == nil)
    _ = try await devices(of: device).forget(device.id)
    await #expect(throws: CredentialError.notRepeatable(.answered)) {
      try await authentication.register(
        "phone",
        provenBy: try digest(2),
        repeatable: try request(1)
      )
    }
  }

  @Test func `confirms a token at its first use, and knows no other`() async throws {
    let device = try await authentication.register(nil, provenBy: try digest(1))
    #expect(try await authentication.authenticate(try digest(2)) == nil)
    #expect(try await store.device(provenBy: try digest(1))?.isConfirmed == false)
    for _ in 1...2 {
      #expect(try await authentication.authenticate(try digest(1)) == device)
      #expect(try await store.device(provenBy: try digest(1))?.isConfirmed == true)
    }
  }

  @Test func `a new token replaces the present one at its first use`() async throws {
    let device = try await authentication.register(nil, provenBy: try digest(1))
    _ = try await authentication.authenticate(try digest(1))
    try await devices(of: device).rotate(to: try digest(2))
    // The answer may have been lost.
    #expect(try await authentication.authenticate(try digest(1)) == device)
    #expect(try await authentication.authenticate(try digest(2)) == device)
    #expect(try await authentication.authenticate(try digest(1)) == nil)
  }

  @Test func `a device is listed with the others of its accounts, and forgets itself alone`()
    async throws
  {
    let first = try await authentication.register("a", provenBy: try digest(1))
    let second = try await authentication.register("b", provenBy: try digest(2))
    let other = try await authentication.register("c", provenBy: try digest(3))
    let request = SignInRequest(
      nickname: try Nickname("mina"),
      in: RequestContext(in: .device(first.id))
    )
    let signIn = try await store.signIn(request)
    _ = try await store.signIn(
      SignInRequest(nickname: request.nickname, in: RequestContext(in: .device(second.id)))
    )
    let page = try await devices(of: first).list(PageRequest(limit: 9))
    #expect(page.entries == [first, second])
    let start = try await devices(of: first).list(PageRequest(limit: 1))
    #expect(start.entries == [first])
    #expect(start.next != nil)
    for device in [second, other] {
      await #expect {
        try await devices(of: first).forget(device.id)
      } throws: { error in
        isNoSuchDevice(error)
      }
    }
    let ended = try await devices(of: first).forget(first.id)
    #expect(ended.map(\.session.id) == [signIn.active.session.id])
    #expect(try await authentication.authenticate(try digest(1)) == nil)
    await #expect {
      try await devices(of: first).rotate(to: try digest(4))
    } throws: { error in
      isNoSuchDevice(error)
    }
    // The operator forgets any device.
    let operating = DevicesUseCase(devices: store, in: .test)
    _ = try await operating.forget(second.id)
    #expect(try await operating.list(PageRequest(limit: 9)).entries == [other])
  }
}
