import MonikerDomain
import MonikerModel
import MonikerDoubles
import Testing

@Suite struct `The set nickname use case` {
  let clock = ManualClock()
  let store: SwitchableRepository
  let useCase: SetNicknameUseCase
  let origin = Origin(host: "here", terminal: "pts/9")

  init() {
    store = SwitchableRepository(InMemoryRepository(owner: .test(clock)))
    useCase = SetNicknameUseCase(
      nicknames: store,
      sessions: store,
      in: RequestContext(in: .test, from: origin),
      now: { [clock] in clock.now }
    )
  }

  @Test func `stores the nickname and opens its holder's session in one step`() async throws {
    let signIn = try await useCase.set(" Gildong ")
    #expect(store.calls == 1)
    #expect(signIn.active.account.nickname.text == "Gildong")
    #expect(signIn.active.account.id == AccountID(high: 0, low: 1))
    #expect(signIn.active.session.id == SessionID(high: 0, low: 2))
    #expect(signIn.active.session.startedAt == clock.now)
    #expect(signIn.active.session.expiresAt == nil)
    #expect(signIn.active.session.origin == origin)
    #expect(try await useCase.fetch() == signIn.active.account.nickname)
  }

  @Test func `returns no account while no account is signed in`() async throws {
    #expect(try await useCase.fetch() == nil)
    _ = try await useCase.set("a")
    _ = try await store.end(.active, at: ChangeContext(at: clock.now), naming: 9)
    #expect(try await useCase.fetch() == nil)
  }

  @Test func `demands a proof of a caller with a device's view alone`() async throws {
    let key = try #require(SecretDigest(bytes: Array(repeating: 1, count: 32)))
    let wrong = try #require(SecretDigest(bytes: Array(repeating: 2, count: 32)))
    func useCase(on device: UInt64) -> SetNicknameUseCase {
      SetNicknameUseCase(
        nicknames: store,
        sessions: store,
        in: RequestContext(in: .device(DeviceID(high: 0, low: device))),
        now: { [clock] in clock.now }
      )
    }
    func expectDemand(_ proof: SignInProof?) async {
      await #expect {
        try await useCase(on: 2).set("mina", proof: proof)
      } throws: { error in
        if case NicknameError.proofDemanded = error { true } else { false }
      }
    }
    let mina = try await useCase(on: 1).set("mina", recoveryKey: key)
    #expect(mina.isNewAccount)
    #expect(try await useCase(on: 1).set("mina").active == mina.active)
    await expectDemand(nil)
    await expectDemand(.recoveryKey(wrong))
    let second = try await useCase(on: 2).set("mina", proof: .recoveryKey(key))
    #expect(second.active.account == mina.active.account)
    // The owner of the store needs none.
    #expect(try await self.useCase.set("mina").active.account == mina.active.account)
  }

  @Test(arguments: ["", "   ", "a\u{7}b"])
  func `changes nothing if the text is no nickname`(typed: String) async throws {
    await #expect { try await useCase.set(typed) } throws: { error in
      if case NicknameError.rejected = error { true } else { false }
    }
    await #expect { try await useCase.rename(to: typed) } throws: { error in
      if case NicknameError.rejected = error { true } else { false }
    }
    #expect(try await store.accounts().isEmpty)
  }

  @Test func `renames the signed-in account`() async throws {
    let before = try await useCase.set("a").active
    clock.advance(by: 1)
    let renaming = try await useCase.rename(to: "b")
    #expect(renaming.before == before)
    #expect(renaming.after.account.id == before.account.id)
    #expect(renaming.after.session == before.session)
    #expect(try await useCase.fetch()?.text == "b")
  }

  @Test func `renames nothing if no account is signed in`() async throws {
    await #expect(throws: NicknameError.notSignedIn) { try await useCase.rename(to: "b") }
    #expect(try await store.accounts() == [])
  }

  @Test func `renames nothing if the session has expired`() async throws {
    let request = SignInChange(
      nickname: try Nickname("a"),
      newAccountID: AccountID(high: 0, low: 100),
      newSessionID: SessionID(high: 0, low: 100),
      on: SessionTerms(lifetime: .milliseconds(1)),
      at: ChangeContext(at: clock.now)
    )
    _ = try await store.signIn(request)
    clock.advance(by: 1)
    await #expect {
      try await useCase.rename(to: "b")
    } throws: { error in
      guard case NicknameError.sessionEnded(let ended) = error else { return false }
      return ended.session.ending?.reason == .expired && ended.session.ending?.time == clock.now
    }
    #expect(try await useCase.fetch() == nil)
    #expect(try await store.accounts().map(\.nickname.text) == ["a"])
  }

  @Test func `rethrows the holder of a taken nickname`() async throws {
    let holder = try await useCase.set("Mina").active.account
    _ = try await useCase.set("b")
    await #expect(throws: NicknameError.taken(try Nickname("MINA"), holder: holder)) {
      try await useCase.rename(to: "MINA")
    }
  }

  @Test(arguments: ["", "   ", "a\u{7}b"])
  func `rejects a checked text before the store is accessed`(typed: String) async throws {
    await #expect { try await useCase.check(typed) } throws: { error in
      if case NicknameError.rejected = error { true } else { false }
    }
    #expect(store.calls == 0)
  }

  @Test func `checks a nickname as a claim would decide, and claims nothing`() async throws {
    let paypal = try await useCase.set("paypal").active.account
    let mina = try await useCase.set("mina").active.account
    try await useCase.check(" free ")
    try await useCase.check("free", for: mina.id)
    try await useCase.check("MINA", for: mina.id)
    await #expect(throws: NicknameError.taken(try Nickname("MINA"), holder: mina)) {
      try await useCase.check("MINA")
    }
    let lookalike = try Nickname("paypa1")
    for account in [nil, mina.id] {
      await #expect(throws: NicknameError.resembles(lookalike, holder: paypal)) {
        try await useCase.check("paypa1", for: account)
      }
    }
    await #expect(throws: NicknameError.notSignedIn) {
      try await useCase.check("free", for: AccountID(high: 9, low: 9))
    }
    _ = try await store.change(StoreSettingsChange(nicknameRest: .seconds(60)))
    _ = try await useCase.rename(to: "hong")
    let end = clock.now.advanced(by: .seconds(60))
    await #expect(throws: NicknameError.resting(try Nickname("Mina"), until: end)) {
      try await useCase.check("Mina")
    }
    try await useCase.check("Mina", for: mina.id)
    #expect(try await store.accounts().map(\.nickname.text) == ["paypal", "hong"])
  }

  @Test func `checks with the policy of the use case`() async throws {
    let strict = SetNicknameUseCase(
      nicknames: store,
      sessions: store,
      policy: try NicknamePolicy(maximumCharacters: 3),
      in: .test,
      now: { [clock] in clock.now }
    )
    try await strict.check("abc")
    await #expect { try await strict.check("abcd") } throws: { error in
      if case NicknameError.rejected = error { true } else { false }
    }
  }

  @Test func `never reports a store's failure as signed out`() async throws {
    let failure = StoreFailure(.damaged, at: "somewhere", detail: "broken")
    store.fail(with: failure)
    await #expect(throws: NicknameError.store(failure)) { try await useCase.fetch() }
    await #expect(throws: NicknameError.store(failure)) { try await useCase.rename(to: "b") }
    await #expect(throws: NicknameError.store(failure)) { try await useCase.check("b") }
    await #expect(throws: NicknameError.store(failure)) {
      try await useCase.set("b")
    }
  }
}
