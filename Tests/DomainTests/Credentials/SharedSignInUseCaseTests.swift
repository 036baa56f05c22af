import MonikerDomain
import MonikerDoubles
import MonikerModel
import Synchronization
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
    SharedSignInUseCase(
      store: store,
      signUp: signUp,
      from: Origin(host: "192.0.2.1"),
      now: { [clock] in clock.now }
    )
  }

  private let place = SignInPlace.new(label: "test")

  /// The secrets with a number.
  private func secrets(_ number: UInt8) throws -> SignInSecrets {
    SignInSecrets(token: try digest(number), recoveryKey: try digest(number + 100))
  }

  private func signIn(_ nickname: String, _ number: UInt8) async throws -> SharedSignIn {
    try await useCase().signIn(nickname, on: place, secrets: try secrets(number))
  }

  /// Signs in by a request that its caller may repeat.
  private func signIn(
    repeatably nickname: String,
    on place: SignInPlace? = nil,
    _ number: UInt8,
    content: UInt8 = 9
  ) async throws -> SharedSignIn {
    try await useCase().signIn(
      nickname,
      on: place ?? self.place,
      secrets: try secrets(number),
      repeatable: RepeatableRequest(
        intention: IntentionID(high: 1, low: 1),
        registration: IntentionID(high: 1, low: 2),
        content: try digest(content)
      )
    )
  }

  private func expectSecrets(_ number: UInt8, _ result: SharedSignIn) async throws {
    #expect(try await store.device(provenBy: try digest(number))?.device == result.device)
    let account = result.signIn.active.account.id
    #expect(try await store.isRecoveryKey(try digest(number + 100), of: account))
  }

  @Test func `a sign-in that is repeated gives the same session new secrets`() async throws {
    let first = try await signIn(repeatably: "mina", 1)
    #expect(first.setsToken && first.setsRecoveryKey)
    for number in [2, 3] as [UInt8] {
      let again = try await signIn(repeatably: "mina", number)
      #expect(again == first)
      try await expectSecrets(number, again)
      #expect(try await store.device(provenBy: try digest(number - 1)) == nil)
    }
    #expect(try await store.devices(in: .test) == [first.device])
    let kinds = try await store.events(limit: 9).map(\.kind)
    // Each replacement of the recovery key is told.
    #expect(kinds == [.accountAdded, .signedIn, .recoveryKeyReplaced, .recoveryKeyReplaced])
  }

  @Test func `a sign-in is completed if only its device was registered before`() async throws {
    let registration = DeviceRegistration(
      label: "test",
      provenBy: try digest(1),
      intention: IntentionID(high: 1, low: 2),
      content: try digest(9)
    )
    let device = try await store.register(registration)
    let result = try await signIn(repeatably: "mina", 2)
    #expect(result.device == device && result.signIn.isNewAccount)
    try await expectSecrets(2, result)
  }

  @Test
  func `a sign-in is not repeated with another content, too late, or after its token was used`()
    async throws
  {
    let first = try await signIn(repeatably: "mina", 1)
    await #expect(throws: SharedSignInError.notRepeatable(.otherContent)) {
      try await signIn(repeatably: "mina", 2, content: 8)
    }
    try await store.confirmToken(try digest(1))
    await #expect(throws: SharedSignInError.notRepeatable(.answered)) {
      try await signIn(repeatably: "mina", 2)
    }
    clock.advance(by: 600_000)
    await #expect(throws: SharedSignInError.notRepeatable(.tooLate)) {
      try await signIn(repeatably: "mina", 2)
    }
    try await expectSecrets(1, first)
    #expect(try await store.device(provenBy: try digest(2)) == nil)
  }

  @Test func `a sign-in is not repeated while a later token of its device is unused`() async throws
  {
    let first = try await signIn(repeatably: "mina", 1)
    try await store.confirmToken(try digest(1))
    try await store.replaceToken(
      of: first.device.id,
      with: try digest(5),
      in: RequestContext(in: .device(first.device.id))
    )
    await #expect(throws: SharedSignInError.notRepeatable(.answered)) {
      try await signIn(repeatably: "mina", 2)
    }
    #expect(try await store.device(provenBy: try digest(5)) != nil)
    #expect(
      try await store.isRecoveryKey(
        try secrets(1).recoveryKey,
        of: first.signIn.active.account.id
      )
    )
  }

  @Test func `a sign-in on a known device is repeated, with secrets if it has set some`()
    async throws
  {
    let own = try await signIn("other", 1)
    try await store.confirmToken(try digest(1))
    let device = SignInPlace.known(own.device)
    let first = try await signIn(repeatably: "mina", on: device, 2)
    #expect(first.setsToken && first.setsRecoveryKey)
    let again = try await signIn(repeatably: "mina", on: device, 3)
    #expect(again == first)
    try await expectSecrets(3, again)
    // The token that the caller has used holds.
    #expect(try await store.device(provenBy: try digest(1))?.isConfirmed == true)
    try await store.confirmToken(try digest(3))
    await #expect(throws: SharedSignInError.notRepeatable(.answered)) {
      try await signIn(repeatably: "mina", on: device, 4)
    }
    try await expectSecrets(3, again)
  }

  @Test func `a switch that is repeated gives no secrets`() async throws {
    let own = try await signIn("mina", 1)
    try await store.confirmToken(try digest(1))
    _ = try await useCase().signIn("other", on: .known(own.device), secrets: try secrets(2))
    for number in [3, 4] as [UInt8] {
      let result = try await signIn(repeatably: "mina", on: .known(own.device), number)
      #expect(!result.setsToken && !result.setsRecoveryKey && !result.signIn.isNewSession)
      #expect(try await store.device(provenBy: try digest(number)) == nil)
    }
  }

  @Test func `of many equal requests at once, the last answer has the secrets that hold`()
    async throws
  {
    let results = try await withThrowingTaskGroup { group in
      for number in 1...50 as ClosedRange<UInt8> {
        group.addTask { (number, try await signIn(repeatably: "mina", number)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(results.map(\.1)).count == 1)
    #expect(try await store.devices(in: .test).count == 1)
    var holding: [UInt8] = []
    for (number, result) in results
    where try await store.device(provenBy: try digest(number)) != nil {
      holding.append(number)
      #expect(result.setsToken)
    }
    #expect(holding.count == 1)
  }

  @Test func `a request that comes while the first one is made gives the same session`()
    async throws
  {
    let rival = RivalStore(inner: store, holds: { _ = try await signIn(repeatably: "mina", 1) }) {}
    let useCase = SharedSignInUseCase(
      store: rival,
      signUp: .open,
      from: Origin(host: "192.0.2.1"),
      now: { [clock] in clock.now }
    )
    let request = RepeatableRequest(
      intention: IntentionID(high: 1, low: 1),
      registration: IntentionID(high: 1, low: 2),
      content: try digest(9)
    )
    let second = try await useCase.signIn(
      "mina",
      on: place,
      secrets: try secrets(2),
      repeatable: request
    )
    try await expectSecrets(2, second)
    #expect(try await store.devices(in: .test) == [second.device])
    // Another request is refused as before.
    await #expect(throws: SharedSignInError.self) {
      try await useCase.signIn("mina", on: place, secrets: try secrets(3))
    }
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
      on: place,
      proof: try digest(101),
      secrets: try secrets(2)
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
      secrets: try secrets(2)
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
    for place in [place, .known(first.device)] {
      // An open session on the device is enough.
      if nickname == "mina", case .known = place { continue }
      await #expect(throws: SharedSignInError.self) {
        try await useCase(signUp).signIn(
          nickname,
          on: place,
          proof: try proof.map(digest),
          secrets: try secrets(2)
        )
      }
    }
    #expect(try await store.contents().all() == before)
  }

  @Test func `a network beyond its quota causes no change`() async throws {
    func signIn(_ nickname: String, _ number: UInt8) async throws {
      let useCase = SharedSignInUseCase(
        store: store,
        signUp: .open,
        quota: SignUpQuota(network: "192.0.2.1", limit: 2),
        from: Origin(),
        now: { [clock] in clock.now }
      )
      _ = try await useCase.signIn(nickname, on: place, secrets: try secrets(number))
    }
    try await signIn("mina", 1)
    try await signIn("jun", 2)
    let before = try await store.contents().all()
    let end = clock.now.advanced(by: .seconds(86_400))
    await #expect(throws: SharedSignInError.nickname(.tooManyAccounts(until: end))) {
      try await signIn("sora", 3)
    }
    #expect(try await store.contents().all() == before)
    #expect(try await store.device(provenBy: try digest(3)) == nil)
  }

  @Test func `says why it refuses`() async throws {
    let mina = try await signIn("mina", 1).signIn.active.account
    let secrets = try secrets(2)
    let (free, rnina) = (try Nickname("free"), try Nickname("rnina"))
    await #expect(throws: SharedSignInError.nickname(.proofDemanded(mina))) {
      try await useCase().signIn("mina", on: place, secrets: secrets)
    }
    await #expect(throws: SharedSignInError.nickname(.resembles(rnina, holder: mina))) {
      try await useCase().signIn("rnina", on: place, secrets: secrets)
    }
    await #expect(throws: SharedSignInError.signUpClosed(free)) {
      try await useCase(.closed).signIn("free", on: place, secrets: secrets)
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
    let useCase = SharedSignInUseCase(
      store: rival,
      signUp: .open,
      from: Origin(),
      now: { [clock] in clock.now }
    )
    await #expect(throws: SharedSignInError.self) {
      try await useCase.signIn("mina", on: place, secrets: try secrets(2))
    }
    #expect(try await store.device(provenBy: try digest(2)) == nil)
  }

  /// A sign-in in whose repetition something happens right before the recovery key is set.
  private func repetition(
    _ number: UInt8,
    before act: @escaping @Sendable () async throws -> Void
  ) async throws -> SharedSignIn {
    let hasActed = Mutex(false)
    let rival = RivalStore(
      inner: store,
      sets: {
        guard
          hasActed.withLock({ acted in
            defer { acted = true }; return !acted
          })
        else { return }
        try await act()
      },
      act: {}
    )
    let useCase = SharedSignInUseCase(
      store: rival,
      signUp: .open,
      from: Origin(host: "192.0.2.1"),
      now: { [clock] in clock.now }
    )
    return try await useCase.signIn(
      "mina",
      on: place,
      secrets: try secrets(number),
      repeatable: RepeatableRequest(
        intention: IntentionID(high: 1, low: 1),
        registration: IntentionID(high: 1, low: 2),
        content: try digest(9)
      )
    )
  }

  @Test func `repetitions at once leave a token and a recovery key of the same one`() async throws {
    _ = try await signIn(repeatably: "mina", 1)
    let other = Mutex<SharedSignIn?>(nil)
    let second = try await repetition(2) {
      let third = try await signIn(repeatably: "mina", 3)
      other.withLock { $0 = third }
    }
    #expect(other.withLock(\.self) == second)
    // The second is the last one to set its secrets, although the third has answered.
    try await expectSecrets(2, second)
    #expect(try await store.device(provenBy: try digest(3)) == nil)
  }

  @Test
  func `a repetition that is overtaken leaves the recovery key of the one whose token is used`()
    async throws
  {
    let first = try await signIn(repeatably: "mina", 1)
    await #expect(throws: SharedSignInError.notRepeatable(.answered)) {
      try await repetition(2) {
        _ = try await signIn(repeatably: "mina", 3)
        try await store.confirmToken(try digest(3))
      }
    }
    try await expectSecrets(3, first)
  }

  @Test func `keeps the new device if the answer of the store is lost, for the repetition`()
    async throws
  {
    let request = RepeatableRequest(
      intention: IntentionID(high: 1, low: 1),
      registration: IntentionID(high: 1, low: 2),
      content: try digest(9)
    )
    let losing = SharedSignInUseCase(
      store: RivalStore(inner: store, losesAnswers: true) {},
      signUp: .open,
      from: Origin(host: "192.0.2.1"),
      now: { [clock] in clock.now }
    )
    await #expect(throws: SharedSignInError.self) {
      try await losing.signIn("mina", on: place, secrets: try secrets(1), repeatable: request)
    }
    let again = try await signIn(repeatably: "mina", 2)
    try await expectSecrets(2, again)
    #expect(try await store.devices(in: .test) == [again.device])
    #expect(try await store.events(limit: 9).map(\.kind).prefix(2) == [.accountAdded, .signedIn])
  }
}

/// A store in which somebody acts right after a nickname was looked up.
private struct RivalStore: NicknameRepository, AccountRepository, DeviceRepository,
  RecoveryKeyRepository, IdentityTokenRepository, IntentionRepository, SuspensionRepository
{
  let inner: InMemoryRepository

  /// Whether sign-ins are made, and fail all the same.
  var losesAnswers = false

  /// What happens right before the holder of a nickname is looked up.
  var holds: @Sendable () async throws -> Void = {}

  /// What happens right before a recovery key is set.
  var sets: @Sendable () async throws -> Void = {}

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
    let signIn = try await inner.signIn(request)
    guard !losesAnswers else { throw .store(StoreFailure(.busy, at: "test", detail: "lost")) }
    return signIn
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
    do { try await holds() } catch { Issue.record(error) }
    return try await inner.account(holding: reference, in: scope)
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
    proof: SignInProof,
    in context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    try await inner.remove(id, proof: proof, in: context)
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

  func suspend(
    _ id: AccountID,
    in context: RequestContext
  ) async throws(AccountError) -> [SessionEntry] {
    try await inner.suspend(id, in: context)
  }

  func resume(_ id: AccountID, in context: RequestContext) async throws(AccountError) {
    try await inner.resume(id, in: context)
  }

  func unusedAccounts(
    createdBefore end: Timestamp,
    in scope: StoreScope
  ) async throws(AccountError) -> [Account] {
    try await inner.unusedAccounts(createdBefore: end, in: scope)
  }

  func refusal(by quota: SignUpQuota) async throws(AccountError) -> Timestamp? {
    try await inner.refusal(by: quota)
  }

  func forgetUnused(
    _ ids: [DeviceID],
    registeredBefore end: Timestamp,
    in context: RequestContext
  ) async throws(AccountError) -> Int {
    try await inner.forgetUnused(ids, registeredBefore: end, in: context)
  }

  func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    in context: RequestContext
  ) async throws(CredentialError) {
    try await inner.replaceUnusedToken(
      of: id,
      with: digest,
      ifFirst: mustBeFirst,
      in: context
    )
  }

  func intention(
    _ id: IntentionID,
    in scope: StoreScope
  ) async throws(IntentionError) -> IntentionRecord? {
    try await inner.intention(id, in: scope)
  }

  func issue(
    _ issue: IdentityTokenIssue,
    in context: RequestContext
  ) async throws(CredentialError) -> IdentityToken {
    try await inner.issue(issue, in: context)
  }

  func account(identifiedBy digest: SecretDigest) async throws(CredentialError) -> Account? {
    try await inner.account(identifiedBy: digest)
  }

  func identityTokens(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(CredentialError) -> [IdentityToken] {
    try await inner.identityTokens(of: account, in: scope)
  }

  func revokeIdentityToken(
    _ id: IdentityTokenID,
    in context: RequestContext
  ) async throws(CredentialError) {
    try await inner.revokeIdentityToken(id, in: context)
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
    _ digest: SecretDigest,
    of account: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(CredentialError) {
    do { try await sets() } catch { Issue.record(error) }
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
