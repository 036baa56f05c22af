import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@Suite struct `The credentials use case` {
  let clock = ManualClock()
  let store: InMemoryRepository
  let authentication: AuthenticationUseCase

  init() {
    store = InMemoryRepository(owner: .test(clock))
    authentication = AuthenticationUseCase(store: store, now: { [clock] in clock.now })
  }

  private func digest(_ number: UInt8) throws -> SecretDigest {
    try #require(SecretDigest(bytes: Array(repeating: number, count: 32)))
  }

  private func useCase(in scope: StoreScope) -> CredentialsUseCase {
    CredentialsUseCase(
      links: store,
      recoveryKeys: store,
      identityTokens: store,
      in: RequestContext(in: scope)
    )
  }

  /// A device with a use case of its own.
  private func device(
    _ token: UInt8
  ) async throws -> (id: DeviceID, credentials: CredentialsUseCase) {
    let device = try await authentication.register(nil, provenBy: try digest(token))
    return (device.id, useCase(in: .device(device.id)))
  }

  private func signIn(
    _ nickname: String,
    on device: DeviceID,
    key: SecretDigest? = nil
  ) async throws -> Account {
    let request = SignInRequest(
      nickname: try Nickname(nickname),
      proof: .notGiven,
      recoveryKey: key,
      in: RequestContext(in: .device(device))
    )
    return try await store.signIn(request).active.account
  }

  @Test func `lets a device in that a person approves`() async throws {
    let (old, new) = (try await device(1), try await device(2))
    let mina = try await signIn("mina", on: old.id)
    let (deviceCode, userCode) = (try digest(10), try digest(11))
    let link = try await new.credentials.beginLink(deviceCode: deviceCode, userCode: userCode)
    #expect(link.device.id == new.id)
    #expect(try await new.credentials.linkState(deviceCode: deviceCode) == .pending)
    await #expect(throws: CredentialError.linkNotApproved(.pending)) {
      try await new.credentials.redeem(deviceCode: deviceCode)
    }
    #expect(try await old.credentials.link(userCode: userCode) == link)
    await #expect(throws: CredentialError.notSignedIn) {
      try await old.credentials.approve(userCode: userCode, for: AccountID(high: 9, low: 9))
    }
    try await old.credentials.approve(userCode: userCode, for: mina.id)
    #expect(try await new.credentials.linkState(deviceCode: deviceCode) == .approved)
    let terms = SessionTerms(lifetime: .milliseconds(5))
    let signIn = try await new.credentials.redeem(deviceCode: deviceCode, on: terms)
    #expect(signIn.active.account == mina)
    #expect(signIn.active.session.deviceID == new.id)
    #expect(signIn.active.session.expiresAt == clock.now.advanced(by: .milliseconds(5)))
    await #expect(throws: CredentialError.noSuchLink) {
      try await new.credentials.redeem(deviceCode: deviceCode)
    }
  }

  @Test func `denies a device, and looks up links for nobody who is not signed in`() async throws {
    let (old, new) = (try await device(1), try await device(2))
    let (deviceCode, userCode) = (try digest(10), try digest(11))
    _ = try await new.credentials.beginLink(deviceCode: deviceCode, userCode: userCode)
    await #expect(throws: CredentialError.notSignedIn) {
      try await old.credentials.link(userCode: userCode)
    }
    _ = try await signIn("mina", on: old.id)
    await #expect(throws: CredentialError.noSuchLink) {
      try await old.credentials.deny(userCode: try digest(12))
    }
    try await old.credentials.deny(userCode: userCode)
    #expect(try await new.credentials.linkState(deviceCode: deviceCode) == .denied)
    await #expect(throws: CredentialError.linkNotApproved(.denied)) {
      try await new.credentials.redeem(deviceCode: deviceCode)
    }
  }

  @Test func `replaces a recovery key by the present one alone`() async throws {
    let own = try await device(1)
    let mina = try await signIn("mina", on: own.id)
    #expect(try await own.credentials.hasRecoveryKey(mina.id) == false)
    // Without a key, there is nothing to prove.
    try await own.credentials.setRecoveryKey(try digest(20), of: mina.id)
    #expect(try await own.credentials.hasRecoveryKey(mina.id))
    for present in [nil, try digest(21)] {
      await #expect(throws: CredentialError.proofDemanded) {
        try await own.credentials.setRecoveryKey(
          try digest(21),
          of: mina.id,
          proof: present.map { .recoveryKey($0) }
        )
      }
    }
    #expect(try await store.isRecoveryKey(try digest(20), of: mina.id))
    try await own.credentials.setRecoveryKey(
      try digest(21),
      of: mina.id,
      proof: .recoveryKey(try digest(20))
    )
    #expect(try await store.isRecoveryKey(try digest(21), of: mina.id))
    // The owner of the store needs none.
    try await useCase(in: .test).setRecoveryKey(try digest(22), of: mina.id)
    #expect(try await store.isRecoveryKey(try digest(22), of: mina.id))
    let other = try await device(2)
    for present in [nil, try digest(22)] {
      await #expect(throws: CredentialError.notSignedIn) {
        try await other.credentials.setRecoveryKey(
          try digest(23),
          of: mina.id,
          proof: present.map { .recoveryKey($0) }
        )
      }
    }
    await #expect(throws: CredentialError.notSignedIn) {
      try await other.credentials.hasRecoveryKey(mina.id)
    }
  }

  @Test func `issues and revokes identity tokens`() async throws {
    let own = try await device(1)
    let mina = try await signIn("mina", on: own.id)
    let issue = IdentityTokenIssue(
      for: mina.id,
      provenBy: try digest(30),
      label: "chat",
      lifetime: .milliseconds(5)
    )
    let token = try await own.credentials.issueToken(issue)
    #expect(token.deviceID == own.id)
    #expect(try await own.credentials.tokens(of: mina.id) == [token])
    #expect(try await authentication.account(identifiedBy: try digest(30)) == mina)
    #expect(try await authentication.account(identifiedBy: try digest(31)) == nil)
    // It proves no device.
    #expect(try await authentication.authenticate(try digest(30)) == nil)
    let other = try await device(2)
    await #expect(throws: CredentialError.noSuchIdentityToken(token.id)) {
      try await other.credentials.revokeToken(token.id)
    }
    await #expect(throws: CredentialError.notSignedIn) {
      try await other.credentials.issueToken(
        IdentityTokenIssue(for: mina.id, provenBy: try digest(32))
      )
    }
    try await own.credentials.revokeToken(token.id)
    #expect(try await own.credentials.tokens(of: mina.id) == [])
    #expect(try await authentication.account(identifiedBy: try digest(30)) == nil)
  }
}
