import MonikerContract
import MonikerDomain
import MonikerDoubles
@testable import MonikerModel
import Synchronization

@testable import MonikerData

/// The in-memory store with one deliberate fault, to verify that the contract finds it.
final class FaultyStore: SharedStore {
  /// The content that outlives a store object, in place of a file.
  final class Disk: Sendable {
    let model = InMemoryRepository()
    let readers = ChangeReaders()
    fileprivate let clock = ManualClock()
    private let ids = CountingIDs()

    /// The owner that sets what no test has chosen.
    fileprivate var owner: StoreOwner {
      StoreOwner(
        now: {
          self.clock.advance(by: 1)
          return self.clock.now
        },
        random: { (self.ids.next() as AccountID).low }
      )
    }

    /// The state that the last change started from, and the task that made it.
    private let last = Mutex((task: Int?.none, state: StoreState()))

    /// The state that a change starts from if it loses the last change of another task: the state
    /// before that change, as if both had read before either wrote.
    fileprivate func start(from state: StoreState) -> StoreState {
      last.withLock { last in
        let task = withUnsafeCurrentTask { $0?.hashValue }
        if last.task == task { last.state = state }
        last.task = task
        return last.state
      }
    }
  }

  private let fault: Fault
  private let owner: StoreOwner
  private let disk: Disk
  /// The object's own content; the disk's model unless the fault says otherwise.
  private let model: InMemoryRepository
  private let readers: ChangeReaders

  init(_ fault: Fault, on disk: Disk) async {
    self.fault = fault
    self.disk = disk
    owner = fault.lacks(.hasChosenTimesAndIDs) ? disk.owner : .test
    let state = await disk.model.open(fault)
    model = fault.defect == .writesLate ? InMemoryRepository(state, owner: .test) : disk.model
    readers =
      switch fault.defect {
      case .writesLate, .tellsOwnReadersOnly: ChangeReaders(state)
      default: disk.readers
      }
  }

  static func underTest(_ fault: Fault) -> StoreUnderTest {
    StoreUnderTest("a store that \(fault)", Set(StoreCapability.allCases)) {
      let disk = Disk()
      return StorePlace(tellsAtOnce: true) {
        await FaultyStore(fault, on: fault.defect == .forgetsOnReopen ? Disk() : disk)
      }
    }
  }

  func read<Answer: Sendable>(
    _ body: @Sendable (isolated InMemoryRepository, FaultedCall) -> Answer
  ) async -> Answer {
    await model.read(fault, body)
  }

  private func change<Answer: Sendable, Refusal: Error>(
    _ body: @Sendable (isolated InMemoryRepository, FaultedCall) throws(Refusal) -> Answer
  ) async throws(Refusal) -> Answer {
    if fault.defect == .writesLate {
      await disk.model.set(await model.state, disk.readers, fault)
    }
    let losesUpdates = fault.defect == .losesUpdates
    return try await model.change(
      fault,
      from: { losesUpdates ? self.disk.start(from: $0) : $0 },
      readers,
      body
    ).get()
  }

  func changes(of subject: SessionSubject, on device: DeviceID) -> SessionChanges {
    let watched = fault.applied(to: Fault.Watched(subject: subject), before: StoreState())
    let device = fault.applied(to: device, before: StoreState())
    return SessionChanges { readers.add($0, of: watched.subject, on: device, fault) }
  }
}

/// The changes that a fault makes to the values of one call.
struct FaultedCall: Sendable {
  let fault: Fault
  let before: StoreState

  func callAsFunction<Value>(_ value: Value) -> Value {
    fault.applied(to: value, before: before)
  }
}

extension InMemoryRepository {
  fileprivate func open(_ fault: Fault) -> StoreState {
    state = fault.applied(to: Fault.Opened(state: state), before: state).state
    return state
  }

  fileprivate func set(_ state: StoreState, _ readers: ChangeReaders, _ fault: Fault) {
    self.state = state
    readers.tell(state, fault)
  }

  fileprivate func read<Answer: Sendable>(
    _ fault: Fault,
    _ body: @Sendable (isolated InMemoryRepository, FaultedCall) -> Answer
  ) -> Answer {
    let call = FaultedCall(fault: fault, before: state)
    return call(body(self, call))
  }

  fileprivate func change<Answer: Sendable, Refusal: Error>(
    _ fault: Fault,
    from start: @Sendable (StoreState) -> StoreState,
    _ readers: ChangeReaders,
    _ body: @Sendable (isolated InMemoryRepository, FaultedCall) throws(Refusal) -> Answer
  ) -> Result<Answer, Refusal> {
    state = start(state)
    let call = FaultedCall(fault: fault, before: state)
    var outcome: Result<Answer, Refusal>
    do throws(Refusal) {
      outcome = .success(call(try body(self, call)))
      state = call(state)
    } catch {
      outcome = .failure(call(error))
      state = call(Fault.Refused(state: state)).state
    }
    outcome = call(outcome)
    readers.tell(state, fault)
    return outcome
  }
}

// MARK: - Ports

extension FaultyStore {
  func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    let signIn = owner.change(request, at: "memory")
    return try await change { model, call throws(NicknameError) in
      try model.state.signIn(call(signIn))
    }
  }

  func assign(
    _ nickname: Nickname,
    to account: AccountID?,
    in context: RequestContext
  ) async throws(NicknameError) -> Account {
    let context = owner.change(context, at: "memory")
    let newID = owner.newAccountID()
    return try await change { model, call throws(NicknameError) in
      try model.state.assign(
        call(nickname),
        to: call(account),
        as: call(newID),
        at: call(context)
      )
    }
  }

  func conflict(
    of nickname: Nickname,
    for account: AccountID?,
    in scope: StoreScope
  ) async throws(NicknameError) -> NicknameConflict? {
    let time = owner.now()
    let found = await read { model, call in
      Result { () throws(NicknameError) in
        call(
          try model.state.conflict(
            of: call(nickname),
            for: call(account),
            in: StoreView(call(scope), at: call(time))
          )
        )
      }
    }
    return try found.get()
  }

  func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    in context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    let context = owner.change(context, at: "memory")
    return try await change { model, call throws(NicknameError) in
      try model.state.rename(call(subject), to: call(nickname), at: call(context))
    }
  }

  func account(holding reference: NicknameReference, in scope: StoreScope) async -> Account? {
    let time = owner.now()
    return await read { model, call in
      model.state.account(
        holding: call(reference),
        in: StoreView(call(scope), at: call(time))
      )
    }
  }

  func account(_ id: AccountID, in scope: StoreScope) async -> Account? {
    let time = owner.now()
    return await read { model, call in
      model.state.account(call(id), in: StoreView(call(scope), at: call(time)))
    }
  }

  func accounts(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(AccountError) -> Page<AccountEntry> {
    let time = owner.now()
    let found = await read { model, call in
      Result { () throws(StoreFailure) in
        call(
          try model.state.accounts(
            call(page),
            in: StoreView(call(scope), at: call(time)),
            at: "memory"
          )
        )
      }
    }
    do { return try found.get() } catch { throw .store(error) }
  }

  func activate(
    _ target: SwitchTarget,
    in context: RequestContext
  ) async throws(AccountError) -> Activation {
    let context = owner.change(context, at: "memory")
    return try await change { model, call throws(AccountError) in
      try model.state.activate(call(target), at: call(context))
    }
  }

  func remove(
    _ id: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    let context = owner.change(context, at: "memory")
    return try await change { model, call throws(AccountError) in
      try model.state.remove(call(id), proof: call(proof), at: call(context))
    }
  }

  func profile(of account: AccountID, in scope: StoreScope) async -> Profile? {
    let time = owner.now()
    return await read { model, call in
      model.state.profile(of: call(account), in: StoreView(call(scope), at: call(time)))
    }
  }

  func save(
    _ edit: ProfileEdit,
    in context: RequestContext
  ) async throws(ProfileError) -> Profile {
    let context = owner.change(context, at: "memory")
    return try await change { model, call throws(ProfileError) in
      try model.state.save(call(edit), at: call(context))
    }
  }

  func session(of subject: SessionSubject, on device: DeviceID) async -> SessionSnapshot {
    await read { model, call in model.state.snapshot(of: call(subject), on: call(device)) }
  }

  func renew(_ subject: SessionSubject, in context: RequestContext) async -> SessionSnapshot {
    let context = owner.change(context, at: "memory")
    return await change { model, call in model.state.renew(call(subject), at: call(context)) }
  }

  func end(
    _ subject: SessionSubject,
    in context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    let context = owner.change(context, at: "memory")
    return try await change { model, call throws(SessionError) in
      try model.state.end(call(subject), at: call(context), naming: call(limit))
    }
  }

  func endSessions(
    _ scope: SessionSelection,
    in context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    let context = owner.change(context, at: "memory")
    return try await change { model, call throws(SessionError) in
      try model.state.endSessions(call(scope), at: call(context))
    }
  }

  func recordExpiries(in context: RequestContext) async -> Int {
    let context = owner.change(context, at: "memory")
    return await change { model, call in call(model.state.recordExpiries(at: call(context))) }
  }

  func openSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    let time = owner.now()
    let found = await read { model, call in
      Result { () throws(StoreFailure) in
        call(
          try model.state.openSessions(
            call(page),
            in: StoreView(call(scope), at: call(time)),
            at: "memory"
          )
        )
      }
    }
    do { return try found.get() } catch { throw .store(error) }
  }

  func endedSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    let time = owner.now()
    let found = await read { model, call in
      Result { () throws(StoreFailure) in
        call(
          try model.state.endedSessions(
            call(page),
            in: StoreView(call(scope), at: call(time)),
            at: "memory"
          )
        )
      }
    }
    do { return try found.get() } catch { throw .store(error) }
  }

  func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope
  ) async -> SessionList {
    let time = owner.now()
    return await read { model, call in
      model.state.sessions(
        beginningWith: call(prefix),
        limit: call(limit),
        in: StoreView(call(scope), at: call(time))
      )
    }
  }

  func intention(_ id: IntentionID, in scope: StoreScope) async -> IntentionRecord? {
    let time = owner.now()
    return await read { model, call in
      model.state.intention(call(id), in: call(scope), at: call(time))
    }
  }

  func register(
    _ registration: DeviceRegistration
  ) async throws(CredentialError) -> Device {
    let change = owner.change(registration, at: "memory")
    return try await self.change { model, call throws(CredentialError) in
      try model.state.register(call(change))
    }
  }

  func device(provenBy digest: SecretDigest) async -> DeviceProof? {
    await read { model, call in model.state.device(provenBy: call(digest)) }
  }

  func sessions(provenBy digests: [SecretDigest]) async -> [ProvenSession?] {
    await read { model, call in
      digests.map { digest in
        model.state.device(provenBy: digest).map {
          ProvenSession($0, model.state.snapshot(of: .active, on: $0.device.id))
        }
      }
    }
  }

  func changeNotices() -> AsyncStream<Void> { readers.addNotices() }

  func confirmToken(_ digest: SecretDigest) async {
    await change { model, call in
      model.state.confirmToken(call(digest))
      model.state = call(Fault.Confirmed(state: model.state, token: digest)).state
    }
  }

  func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: "memory")
    try await change { model, call throws(CredentialError) in
      try model.state.replaceToken(of: call(id), with: call(digest), in: call(context))
    }
  }

  func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: "memory")
    try await change { model, call throws(CredentialError) in
      try model.state.replaceUnusedToken(
        of: call(id),
        with: call(digest),
        ifFirst: call(mustBeFirst),
        in: call(context)
      )
    }
  }

  func forget(
    _ id: DeviceID,
    in context: RequestContext
  ) async throws(CredentialError) -> [SessionEntry] {
    let context = owner.change(context, at: "memory")
    return try await change { model, call throws(CredentialError) in
      try model.state.forget(call(id), in: call(context))
    }
  }

  func devices(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(CredentialError) -> Page<Device> {
    let time = owner.now()
    let found = await read { model, call in
      Result { () throws(StoreFailure) in
        try model.state.devices(
          call(page),
          in: StoreView(call(scope), at: call(time)),
          at: "memory"
        )
      }
    }
    do { return try found.get() } catch { throw .store(error) }
  }

  func beginLink(
    for purpose: LinkPurpose,
    deviceCode: SecretDigest,
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) -> Link {
    let context = owner.change(context, at: "memory")
    return try await change { model, call throws(CredentialError) in
      try model.state.beginLink(
        for: call(purpose),
        deviceCode: deviceCode,
        userCode: userCode,
        in: call(context)
      )
    }
  }

  func link(
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) -> Link {
    let context = owner.change(context, at: "memory")
    return try await change { model, call throws(CredentialError) in
      try model.state.lookUp(userCode: call(userCode), in: call(context))
    }.get()
  }

  func decide(
    for account: AccountID?,
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: "memory")
    try await change { model, call throws(CredentialError) in
      try model.state.decide(
        for: call(account),
        userCode: call(userCode),
        in: call(context)
      )
    }.get()
  }

  func linkState(
    deviceCode: SecretDigest,
    on device: DeviceID
  ) async throws(CredentialError) -> LinkState {
    let time = owner.now()
    let found = await read { model, call in
      Result { () throws(CredentialError) in
        try model.state.linkState(deviceCode: deviceCode, on: call(device), at: call(time))
      }
    }
    return try found.get()
  }

  func redeem(
    deviceCode: SecretDigest,
    on terms: SessionTerms,
    in context: RequestContext
  ) async throws(CredentialError) -> SignIn {
    let context = owner.change(context, at: "memory")
    let newID = owner.newSessionID()
    return try await change { model, call throws(CredentialError) in
      try model.state.redeem(
        deviceCode: deviceCode,
        on: call(terms),
        as: newID,
        in: call(context)
      )
    }
  }

  func setRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: "memory")
    try await change { model, call throws(CredentialError) in
      try model.state.setRecoveryKey(
        call(digest),
        of: call(account),
        proof: call(proof),
        in: call(context)
      )
    }
  }

  func isRecoveryKey(_ digest: SecretDigest, of account: AccountID) async -> Bool {
    await read { model, call in model.state.isRecoveryKey(call(digest), of: call(account)) }
  }

  func hasRecoveryKey(
    _ account: AccountID,
    in scope: StoreScope
  ) async throws(CredentialError) -> Bool {
    let time = owner.now()
    let found = await read { model, call in
      Result { () throws(CredentialError) in
        try model.state.hasRecoveryKey(call(account), in: StoreView(call(scope), at: call(time)))
      }
    }
    return try found.get()
  }

  func issue(
    _ issue: IdentityTokenIssue,
    in context: RequestContext
  ) async throws(CredentialError) -> IdentityToken {
    let change = owner.change(issue, context, at: "memory")
    return try await self.change { model, call throws(CredentialError) in
      try model.state.issue(call(change))
    }
  }

  func account(identifiedBy digest: SecretDigest) async -> Account? {
    let time = owner.now()
    return await read { model, call in
      model.state.account(identifiedBy: digest, at: call(time))
    }
  }

  func identityTokens(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(CredentialError) -> [IdentityToken] {
    let time = owner.now()
    let found = await read { model, call in
      Result { () throws(CredentialError) in
        try model.state.identityTokens(
          of: call(account),
          in: StoreView(call(scope), at: call(time))
        )
      }
    }
    return try found.get()
  }

  func revokeIdentityToken(
    _ id: IdentityTokenID,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: "memory")
    try await change { model, call throws(CredentialError) in
      try model.state.revokeIdentityToken(id, in: call(context))
    }
  }

  func suspend(
    _ id: AccountID,
    in context: RequestContext
  ) async throws(AccountError) -> [SessionEntry] {
    let context = owner.change(context, at: "memory")
    return try await change { model, call throws(AccountError) in
      try model.state.suspend(call(id), in: call(context))
    }
  }

  func resume(_ id: AccountID, in context: RequestContext) async throws(AccountError) {
    let context = owner.change(context, at: "memory")
    try await change { model, call throws(AccountError) in
      try model.state.resume(call(id), in: call(context))
    }
  }

  func unusedAccounts(createdBefore end: Timestamp, in scope: StoreScope) async -> [Account] {
    await read { model, call in
      model.state.unusedAccounts(createdBefore: call(end), in: call(scope))
    }
  }

  func refusal(by quota: SignUpQuota) async -> Timestamp? {
    let time = owner.now()
    return await read { model, call in
      call(model.state.refusal(by: call(quota), at: call(time)))
    }
  }

  func forgetUnused(
    _ ids: [DeviceID],
    registeredBefore end: Timestamp,
    in context: RequestContext
  ) async -> Int {
    let context = owner.change(context, at: "memory")
    return await change { model, call in
      model.state.forgetUnused(
        ids.map { call($0) },
        registeredBefore: call(end),
        in: call(context)
      )
    }
  }

  /// Refuses a call that is about the whole store.
  private func refuseUnlessWhole() throws(StoreFailure) {
    guard !fault.lacks(.isWhole) else {
      throw StoreFailure(.unsupported, at: "memory", detail: "it is not whole")
    }
  }

  func settings() async throws(StoreError) -> StoreSettings {
    do { try refuseUnlessWhole() } catch { throw .store(error) }
    return await read { model, call in model.state.settings }
  }

  func change(_ settings: StoreSettingsChange) async throws(StoreError) -> StoreSettings {
    do { try refuseUnlessWhole() } catch { throw .store(error) }
    return try await change { model, call throws(StoreError) in
      let before = model.state.settings
      model.state.settings = call(settings.applied(to: before))
      return before
    }
  }

  func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(HistoryError) -> Page<HistoryEvent> {
    let time = owner.now()
    let found = await read { model, call in
      Result { () throws(StoreFailure) in
        try model.state.events(
          call(query),
          call(page),
          in: StoreView(call(scope), at: call(time)),
          at: model.location
        )
      }
    }
    return try found.mapError(HistoryError.store).get()
  }

  func contents() async throws(StoreFailure) -> any StoreContents {
    try refuseUnlessWhole()
    if fault.defect == .readsOn { return FaultyContents { await self.records } }
    let records = await records
    return FaultyContents { records }
  }

  private var records: [StoreRecord] {
    get async {
      await read { model, _ in model.state.records }
    }
  }

  func summary() async throws(StoreFailure) -> StoreSummary {
    try refuseUnlessWhole()
    let time = owner.now()
    return await read { model, call in
      model.state.summary(version: nil, byteCount: nil, at: call(time))
    }
  }

  func defects() async throws(StoreFailure) -> [String] {
    try refuseUnlessWhole()
    return await read { model, _ in model.state.defects }
  }

  func salvage() async throws(StoreFailure) -> StoreSalvage {
    StoreSalvage(contents: try await contents(), losses: [])
  }

  func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int {
    do { try refuseUnlessWhole() } catch { throw .store(error) }
    return try await change { model, call throws(StoreError) in
      let count = try model.state.merge(call(records), at: model.location)
      model.state = call(Fault.Merged(state: model.state, records: records)).state
      return count
    }
  }
}
