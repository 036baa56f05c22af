package import MonikerDomain
package import MonikerModel

// Tests choose the times and IDs that the owner of a store sets.

/// What a test has chosen for the calls of a task.
///
/// A service that a test calls runs in other tasks: there the choice is set again.
package struct TestChoice: Sendable {
  /// The choice for the present task.
  @TaskLocal package static var current: TestChoice?

  /// The time; nil for that of the clock.
  package var time: Timestamp?
  var accountID: AccountID?
  var sessionID: SessionID?
  /// The ID of a device that is registered.
  package var deviceID: DeviceID?
  var identityTokenID: IdentityTokenID?

  package init() {}

  fileprivate init(
    time: Timestamp,
    accountID: AccountID? = nil,
    sessionID: SessionID? = nil,
    deviceID: DeviceID? = nil,
    identityTokenID: IdentityTokenID? = nil
  ) {
    self.time = time
    self.accountID = accountID
    self.sessionID = sessionID
    self.deviceID = deviceID
    self.identityTokenID = identityTokenID
  }

  /// Makes a call for which the owner of the store sets this.
  package func during<Answer: Sendable, Failure: Error>(
    _ call: () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let result: Result<Answer, Failure> = await Self.$current.withValue(self) {
      do throws(Failure) {
        return .success(try await call())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension StoreOwner {
  /// The owner of the stores under test: sets what the test has chosen for the call, otherwise the time
  /// of a clock and counted IDs.
  package static func test(
    _ clock: ManualClock = ManualClock(),
    ids: CountingIDs = CountingIDs()
  ) -> StoreOwner {
    StoreOwner(
      now: { TestChoice.current?.time ?? clock.now },
      newAccountID: { TestChoice.current?.accountID ?? ids.next() },
      newSessionID: { TestChoice.current?.sessionID ?? ids.next() },
      newDeviceID: { TestChoice.current?.deviceID ?? ids.next() },
      newIdentityTokenID: { TestChoice.current?.identityTokenID ?? ids.next() }
    )
  }

  /// The owner of a store whose calls all choose.
  package static var test: StoreOwner { test() }
}

/// The time of calls without a context.
package enum TestTime {
  /// Makes calls for which the owner of the store sets a time.
  package static func during<Answer: Sendable>(
    _ time: Timestamp,
    _ calls: () async throws -> Answer
  ) async throws -> Answer {
    try await TestChoice(time: time).during { () async throws(any Error) in try await calls() }
  }
}

extension SessionRepository {
  /// Returns the sessions whose ID has a prefix, at a chosen time.
  package func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope,
    at time: Timestamp
  ) async throws(SessionError) -> SessionList {
    try await TestChoice(time: time).during { () async throws(SessionError) in
      try await sessions(beginningWith: prefix, limit: limit, in: scope)
    }
  }
}

extension InMemoryRepository {
  /// An empty store of the tests' owner.
  package init() {
    self.init(owner: .test)
  }

  /// A store of the tests' owner that holds a state.
  package init(_ state: StoreState) {
    self.init(state, owner: .test)
  }
}

extension RequestContext {
  /// The context of the test's device, which sees everything.
  package static var test: RequestContext { RequestContext(in: .test) }
}

extension StoreView {
  /// Everything, on the test's device, at the time of the test's clock.
  package static var test: StoreView { StoreOwner.test.view(.test) }
}

extension ChangeContext {
  /// A context on the test's device, which sees everything.
  package init(
    at time: Timestamp,
    from origin: Origin = Origin(),
    intention: IntentionID? = nil,
    content: SecretDigest? = nil
  ) {
    self.init(at: time, in: .test, from: origin, intention: intention, content: content)
  }

  fileprivate var choice: TestChoice { TestChoice(time: time) }
}

extension NicknameRepository {
  /// Signs in at a chosen time, with chosen IDs.
  package func signIn(_ change: SignInChange) async throws(NicknameError) -> SignIn {
    let choice = TestChoice(
      time: change.context.time,
      accountID: change.newAccountID,
      sessionID: change.newSessionID
    )
    return try await choice.during { () async throws(NicknameError) in
      try await signIn(change.request)
    }
  }

  /// Assigns a nickname at a chosen time; adds an account with the ID if the store has none.
  package func assign(
    _ nickname: Nickname,
    to id: AccountID,
    at context: ChangeContext
  ) async throws(NicknameError) -> Account {
    let choice = TestChoice(time: context.time, accountID: id)
    return try await choice.during { () async throws(NicknameError) in
      // Another process may add the account between the two calls, or remove it again.
      for _ in 1..<100 {
        do throws(NicknameError) {
          return try await assign(nickname, to: id, in: context.request)
        } catch {
          guard case .everything = context.scope, error == .notSignedIn else { throw error }
        }
        do throws(NicknameError) {
          return try await assign(nickname, to: nil, in: context.request)
        } catch {
          guard error.isAbout(id) else { throw error }
        }
      }
      return try await assign(nickname, to: id, in: context.request)
    }
  }

  /// Returns the conflict of a nickname at a chosen time.
  package func conflict(
    of nickname: Nickname,
    for id: AccountID?,
    at context: ChangeContext
  ) async throws(NicknameError) -> NicknameConflict? {
    try await context.choice.during { () async throws(NicknameError) in
      try await conflict(of: nickname, for: id, in: context.scope)
    }
  }

  /// Renames at a chosen time.
  package func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at context: ChangeContext
  ) async throws(NicknameError) -> Renaming {
    try await context.choice.during { () async throws(NicknameError) in
      try await rename(subject, to: nickname, in: context.request)
    }
  }
}

extension IntentionRepository {
  /// Looks an intention up at a chosen time.
  package func intention(
    _ id: IntentionID,
    in scope: StoreScope = .test,
    at time: Timestamp
  ) async throws(IntentionError) -> IntentionRecord? {
    try await TestChoice(time: time).during { () async throws(IntentionError) in
      try await intention(id, in: scope)
    }
  }
}

extension AccountRepository {
  /// Activates at a chosen time.
  package func activate(
    _ target: SwitchTarget,
    at context: ChangeContext
  ) async throws(AccountError) -> Activation {
    try await context.choice.during { () async throws(AccountError) in
      try await activate(target, in: context.request)
    }
  }

  /// Removes at a chosen time.
  package func remove(
    _ id: AccountID,
    proof: SignInProof = .notDemanded,
    at context: ChangeContext
  ) async throws(AccountError) -> AccountRemoval? {
    try await context.choice.during { () async throws(AccountError) in
      try await remove(id, proof: proof, in: context.request)
    }
  }
}

extension ProfileRepository {
  /// Saves at a chosen time.
  package func save(
    _ edit: ProfileEdit,
    at context: ChangeContext
  ) async throws(ProfileError) -> Profile {
    try await context.choice.during { () async throws(ProfileError) in
      try await save(edit, in: context.request)
    }
  }
}

extension DeviceRepository {
  /// Registers at a chosen time, under a chosen ID.
  package func register(
    _ registration: DeviceRegistration,
    as id: DeviceID,
    at time: Timestamp
  ) async throws(CredentialError) -> Device {
    try await TestChoice(time: time, deviceID: id).during { () async throws(CredentialError) in
      try await register(registration)
    }
  }

  /// Replaces a token at a chosen time.
  package func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    at context: ChangeContext
  ) async throws(CredentialError) {
    try await context.choice.during { () async throws(CredentialError) in
      try await replaceToken(of: id, with: digest, in: context.request)
    }
  }

  /// Replaces an unused token at a chosen time.
  package func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    at context: ChangeContext
  ) async throws(CredentialError) {
    try await context.choice.during { () async throws(CredentialError) in
      try await replaceUnusedToken(
        of: id,
        with: digest,
        ifFirst: mustBeFirst,
        in: context.request
      )
    }
  }

  /// Forgets a device at a chosen time.
  package func forget(
    _ id: DeviceID,
    at context: ChangeContext
  ) async throws(CredentialError) -> [SessionEntry] {
    try await context.choice.during { () async throws(CredentialError) in
      try await forget(id, in: context.request)
    }
  }
}

extension LinkRepository {
  /// Begins a link at a chosen time.
  package func beginLink(
    for purpose: LinkPurpose = .signIn,
    deviceCode: SecretDigest,
    userCode: SecretDigest,
    at context: ChangeContext
  ) async throws(CredentialError) -> Link {
    try await context.choice.during { () async throws(CredentialError) in
      try await beginLink(
        for: purpose,
        deviceCode: deviceCode,
        userCode: userCode,
        in: context.request
      )
    }
  }

  /// Looks a link up at a chosen time.
  package func link(
    userCode: SecretDigest,
    at context: ChangeContext
  ) async throws(CredentialError) -> Link {
    try await context.choice.during { () async throws(CredentialError) in
      try await link(userCode: userCode, in: context.request)
    }
  }

  /// Decides at a chosen time.
  package func decide(
    for account: AccountID?,
    userCode: SecretDigest,
    at context: ChangeContext
  ) async throws(CredentialError) {
    try await context.choice.during { () async throws(CredentialError) in
      try await decide(for: account, userCode: userCode, in: context.request)
    }
  }

  /// Returns the state of a link at a chosen time.
  package func linkState(
    deviceCode: SecretDigest,
    on device: DeviceID,
    at time: Timestamp
  ) async throws(CredentialError) -> LinkState {
    try await TestChoice(time: time).during { () async throws(CredentialError) in
      try await linkState(deviceCode: deviceCode, on: device)
    }
  }

  /// Redeems a link at a chosen time, with a session of a chosen ID.
  package func redeem(
    deviceCode: SecretDigest,
    on terms: SessionTerms = .unlimited,
    as id: SessionID,
    at context: ChangeContext
  ) async throws(CredentialError) -> SignIn {
    let choice = TestChoice(time: context.time, sessionID: id)
    return try await choice.during { () async throws(CredentialError) in
      try await redeem(deviceCode: deviceCode, on: terms, in: context.request)
    }
  }
}

extension StoreArchive {
  /// Returns the summary at a chosen time.
  package func summary(at time: Timestamp) async throws(StoreFailure) -> StoreSummary {
    try await TestChoice(time: time).during { () async throws(StoreFailure) in try await summary() }
  }
}

extension IdentityTokenRepository {
  /// Issues a token at a chosen time, under a chosen ID.
  package func issue(
    _ issue: IdentityTokenIssue,
    as id: IdentityTokenID,
    at context: ChangeContext
  ) async throws(CredentialError) -> IdentityToken {
    let choice = TestChoice(time: context.time, identityTokenID: id)
    return try await choice.during { () async throws(CredentialError) in
      try await self.issue(issue, in: context.request)
    }
  }

  /// Returns the account that a token identifies at a chosen time.
  package func account(
    identifiedBy digest: SecretDigest,
    at time: Timestamp
  ) async throws(CredentialError) -> Account? {
    try await TestChoice(time: time).during { () async throws(CredentialError) in
      try await account(identifiedBy: digest)
    }
  }

  /// Returns the valid tokens of an account at a chosen time.
  package func identityTokens(
    of account: AccountID,
    at context: ChangeContext
  ) async throws(CredentialError) -> [IdentityToken] {
    try await context.choice.during { () async throws(CredentialError) in
      try await identityTokens(of: account, in: context.scope)
    }
  }

  /// Revokes a token at a chosen time.
  package func revokeIdentityToken(
    _ id: IdentityTokenID,
    at context: ChangeContext
  ) async throws(CredentialError) {
    try await context.choice.during { () async throws(CredentialError) in
      try await revokeIdentityToken(id, in: context.request)
    }
  }
}

extension RecoveryKeyRepository {
  /// Sets a recovery key at a chosen time, without a proof unless one is given.
  package func setRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID,
    proof: SignInProof = .notDemanded,
    at context: ChangeContext
  ) async throws(CredentialError) {
    try await context.choice.during { () async throws(CredentialError) in
      try await setRecoveryKey(digest, of: account, proof: proof, in: context.request)
    }
  }
}

extension SessionRepository {
  /// Renews at a chosen time.
  package func renew(
    _ subject: SessionSubject,
    at context: ChangeContext
  ) async throws(SessionError) -> SessionSnapshot {
    try await context.choice.during { () async throws(SessionError) in
      try await renew(subject, in: context.request)
    }
  }

  /// Signs out at a chosen time.
  package func end(
    _ subject: SessionSubject,
    at context: ChangeContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    try await context.choice.during { () async throws(SessionError) in
      try await end(subject, in: context.request, naming: limit)
    }
  }

  /// Ends sessions at a chosen time.
  package func endSessions(
    _ scope: SessionSelection,
    at context: ChangeContext
  ) async throws(SessionError) -> [SessionEntry] {
    try await context.choice.during { () async throws(SessionError) in
      try await endSessions(scope, in: context.request)
    }
  }

  /// Records expiries as of a chosen time.
  package func recordExpiries(at context: ChangeContext) async throws(SessionError) -> Int {
    try await context.choice.during { () async throws(SessionError) in
      try await recordExpiries(in: context.request)
    }
  }
}

extension NicknameError {
  /// Whether an account could not be added because it was there.
  fileprivate func isAbout(_ id: AccountID) -> Bool {
    switch self {
    case .store(let failure): failure.reason == .idInUse
    case .taken(_, let holder), .resembles(_, let holder): holder.id == id
    case .rejected, .resting, .notSignedIn, .sessionEnded, .proofDemanded, .suspended,
      .tooManyAccounts:
      false
    }
  }
}
