import MonikerDomain
import MonikerDoubles
import MonikerModel
import Testing

@Suite struct `The shared sign-in use case` {
  let clock = ManualClock()
  let store: InMemoryRepository

  init() {
    store = InMemoryRepository(owner: .test(clock))
  }

  private func digest(_ number: UInt8) throws -> SecretDigest {
    try #require(SecretDigest(bytes: Array(repeating: number, count: 32)))
  }

  private func useCase(_ signUp: SignUpPolicy = .open) -> SharedSignInUseCase {
    SharedSignInUseCase(store: store, signUp: signUp, from: Origin(host: "192.0.2.1"))
  }

  private func place(_ number: UInt8) throws -> SignInPlace {
    .new(DeviceRegistration(label: "test", provenBy: try digest(number)))
  }

  private func signIn(_ nickname: String, _ number: UInt8) async throws -> SharedSignIn {
    try await useCase().signIn(
      nickname,
      on: try place(number),
      recoveryKey: try digest(number + 100)
    )
  }

  @Test func `registers the device, and claims a free nickname with a recovery key`() async throws {
    let result = try await signIn("mina", 1)
    #expect(result.signIn.isNewAccount && result.signIn.active.session.deviceID == result.device.id)
    #expect(result.signIn.active.session.origin.host == "192.0.2.1")
    #expect(try await store.device(provenBy: try digest(1))?.device == result.device)
    let account = result.signIn.active.account.id
    #expect(try await store.isRecoveryKey(try digest(101), of: account))
  }

  @Test func `signs in on another device by the recovery key, which stays`() async throws {
    let first = try await signIn("mina", 1)
    let second = try await useCase().signIn(
      "MINA",
      on: try place(2),
      proof: try digest(101),
      recoveryKey: try digest(102)
    )
    #expect(!second.signIn.isNewAccount && second.signIn.isNewSession)
    let account = first.signIn.active.account.id
    #expect(second.signIn.active.account.id == account)
    #expect(try await store.isRecoveryKey(try digest(101), of: account))
  }

  @Test func `needs no proof on a device with an open session`() async throws {
    let first = try await signIn("mina", 1)
    let again = try await useCase().signIn(
      "mina",
      on: .known(first.device),
      recoveryKey: try digest(102)
    )
    #expect(!again.signIn.isNewSession && again.device == first.device)
  }

  @Test(arguments: [
    ("mina", nil, SignUpPolicy.open), ("mina", 7, .open), ("rnina", nil, .open),
    ("free", nil, .closed), ("", nil, .open), ("mina", nil, .closed),
  ])
  func `refuses without a change`(
    nickname: String,
    proof: UInt8?,
    signUp: SignUpPolicy
  ) async throws {
    let first = try await signIn("mina", 1)
    let before = try await store.contents().all()
    for place in [try place(2), .known(first.device)] {
      // An open session on the device is enough.
      if nickname == "mina", case .known = place { continue }
      await #expect(throws: SharedSignInError.self) {
        try await useCase(signUp).signIn(
          nickname,
          on: place,
          proof: try proof.map(digest),
          recoveryKey: try digest(102)
        )
      }
    }
    #expect(try await store.contents().all() == before)
  }

  @Test func `says why it refuses`() async throws {
    let mina = try await signIn("mina", 1).signIn.active.account
    let key = try digest(102)
    let (free, rnina) = (try Nickname("free"), try Nickname("rnina"))
    await #expect(throws: SharedSignInError.nickname(.proofDemanded(mina))) {
      try await useCase().signIn("mina", on: try place(2), recoveryKey: key)
    }
    await #expect(throws: SharedSignInError.nickname(.resembles(rnina, holder: mina))) {
      try await useCase().signIn("rnina", on: try place(2), recoveryKey: key)
    }
    await #expect(throws: SharedSignInError.signUpClosed(free)) {
      try await useCase(.closed).signIn("free", on: try place(2), recoveryKey: key)
    }
  }

  @Test func `forgets the new device if somebody else claims the nickname meanwhile`() async throws
  {
    let rival = RivalStore(inner: store) { [store] in
      let request = SignInRequest(
        nickname: try Nickname("mina"),
        in: RequestContext(in: .device(DeviceID(high: 7, low: 7)))
      )
      _ = try await store.signIn(request)
    }
    let useCase = SharedSignInUseCase(store: rival, signUp: .open, from: Origin())
    await #expect(throws: SharedSignInError.self) {
      try await useCase.signIn("mina", on: try place(2), recoveryKey: try digest(102))
    }
    #expect(try await store.device(provenBy: try digest(2)) == nil)
  }
}

/// A store in which somebody acts right after a nickname was looked up.
private struct RivalStore: NicknameRepository, AccountRepository, DeviceRepository,
  RecoveryKeyRepository
{
  let inner: InMemoryRepository
  let act: @Sendable () async throws -> Void

  func conflict(
    of nickname: Nickname,
    for account: AccountID?,
    in scope: StoreScope
  ) async throws(NicknameError) -> NicknameConflict? {
    let conflict = try await inner.conflict(of: nickname, for: account, in: scope)
    do { try await act() } catch { Issue.record(error) }
    return conflict
  }

  func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    try await inner.signIn(request)
  }

  func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    in context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    try await inner.rename(subject, to: nickname, in: context)
  }

  func assign(
    _ nickname: Nickname,
    to account: AccountID?,
    in context: RequestContext
  ) async throws(NicknameError) -> Account {
    try await inner.assign(nickname, to: account, in: context)
  }

  func accounts(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(AccountError) -> Page<AccountEntry> {
    try await inner.accounts(page, in: scope)
  }

  func account(
    holding reference: NicknameReference,
    in scope: StoreScope
  ) async throws(AccountError) -> Account? {
    try await inner.account(holding: reference, in: scope)
  }

  func account(_ id: AccountID, in scope: StoreScope) async throws(AccountError) -> Account? {
    try await inner.account(id, in: scope)
  }

  func activate(
    _ target: SwitchTarget,
    in context: RequestContext
  ) async throws(AccountError) -> Activation {
    try await inner.activate(target, in: context)
  }

  func remove(
    _ id: AccountID,
    in context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    try await inner.remove(id, in: context)
  }

  func register(
    _ registration: DeviceRegistration
  ) async throws(CredentialError) -> Device {
    try await inner.register(registration)
  }

  func device(provenBy digest: SecretDigest) async throws(CredentialError) -> DeviceProof? {
    try await inner.device(provenBy: digest)
  }

  func confirmToken(_ digest: SecretDigest) async throws(CredentialError) {
    try await inner.confirmToken(digest)
  }

  func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) {
    try await inner.replaceToken(of: id, with: digest, in: context)
  }

  func forget(
    _ id: DeviceID,
    in context: RequestContext
  ) async throws(CredentialError) -> [SessionEntry] {
    try await inner.forget(id, in: context)
  }

  func devices(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(CredentialError) -> Page<Device> {
    try await inner.devices(page, in: scope)
  }

  func setRecoveryKey(
    _ digest: SecretDigest?,
    of account: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(CredentialError) {
    try await inner.setRecoveryKey(digest, of: account, proof: proof, in: context)
  }

  func hasRecoveryKey(
    _ account: AccountID,
    in scope: StoreScope
  ) async throws(CredentialError) -> Bool {
    try await inner.hasRecoveryKey(account, in: scope)
  }

  func isRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID
  ) async throws(CredentialError) -> Bool {
    try await inner.isRecoveryKey(digest, of: account)
  }
}
