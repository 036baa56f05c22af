public import MonikerDomain

/// A store that holds all of its content at once, and changes it by the rules of the model.
///
/// A conformer implements only how the content is stored: ``state(withEvents:)``, and ``change(_:_:)``,
/// which ends with ``WatchedStore/tellSubscribers()``. Extensions of this protocol implement the ports.
public protocol ModelRepository: WatchedStore, NicknameRepository, SessionRepository,
  AccountRepository, ProfileRepository, HistoryRepository, IntentionRepository,
  StoreSettingsRepository, StoreArchive
{
  /// The name of the store in failures.
  nonisolated var location: String { get }

  /// Sets the time and the new IDs.
  nonisolated var owner: StoreOwner { get }

  /// Reads the content, which is empty before the first write.
  ///
  /// - Parameter isWhole: whether the events are needed, too.
  /// - Throws: the failure of the store.
  func state(withEvents isWhole: Bool) throws(StoreFailure) -> StoreState

  /// Changes the content in one step.
  ///
  /// - Parameters:
  ///   - expectation: what the caller knows about the change in advance.
  ///   - body: makes the change; it may run more than once, and the last run counts.
  /// - Returns: the result of `body`, once its change is stored.
  /// - Throws: the failure of the store. The content is unchanged then, unless the failure came
  ///   from making the change durable.
  func change<Answer, Refusal: Error>(
    _ expectation: ModelExpectation,
    _ body: (inout StoreState) throws(Refusal) -> Answer
  ) async throws(StoreFailure) -> Result<Answer, Refusal>
}

/// What the caller knows about a change in advance.
public enum ModelExpectation: Sendable {
  /// The change may turn out to be empty, which needs no lock and no file.
  case any

  /// The change modifies the content unless it is refused.
  case changes

  /// The change fails as busy, without a wait, while another process holds the lock.
  case yields
}

extension ModelRepository {
  /// No path: the store is in no file.
  public nonisolated var watchedPath: String? { nil }

  /// See ``WatchedStore/snapshot(of:on:)``.
  public func snapshot(
    of subject: SessionSubject,
    on device: DeviceID
  ) throws(StoreFailure) -> SessionSnapshot {
    try state(withEvents: false).snapshot(of: subject, on: device)
  }

  func read<Answer, Failure: PortError>(
    _ failure: Failure.Type,
    withEvents isWhole: Bool = false,
    _ body: (StoreState) -> Answer
  ) throws(Failure) -> Answer {
    do {
      return body(try state(withEvents: isWhole))
    } catch {
      throw .store(error)
    }
  }

  func readPage<Entry, Failure: PortError>(
    _ failure: Failure.Type,
    withEvents isWhole: Bool = false,
    _ body: (StoreState) throws(StoreFailure) -> Page<Entry>
  ) throws(Failure) -> Page<Entry> {
    do throws(StoreFailure) {
      return try body(try state(withEvents: isWhole))
    } catch {
      throw .store(error)
    }
  }

  func perform<Answer, Failure: PortError>(
    _ expectation: ModelExpectation = .any,
    _ body: (inout StoreState) throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let outcome: Result<Answer, Failure>
    do {
      outcome = try await change(expectation, body)
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }
}

// MARK: - NicknameRepository

extension ModelRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    guard request.recoveryKey == nil || self is any RecoveryKeyRepository else {
      throw .store(
        StoreFailure(.unsupported, at: location, detail: "it keeps no recovery keys")
      )
    }
    let change = owner.change(request, at: location)
    return try await perform(.changes) { state throws(NicknameError) in
      try state.signIn(change)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/assign(_:to:in:)``.
  public func assign(
    _ nickname: Nickname,
    to account: AccountID?,
    in context: RequestContext
  ) async throws(NicknameError) -> Account {
    let change = owner.change(context, at: location)
    let newID = owner.newAccountID()
    return try await perform { state throws(NicknameError) in
      try state.assign(nickname, to: account, as: newID, at: change)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/conflict(of:for:in:)``.
  public func conflict(
    of nickname: Nickname,
    for account: AccountID?,
    in scope: StoreScope
  ) throws(NicknameError) -> NicknameConflict? {
    let view = owner.view(scope)
    let found = try read(NicknameError.self) { state in
      Result { () throws(NicknameError) in
        try state.conflict(of: nickname, for: account, in: view)
      }
    }
    return try found.get()
  }

  /// See ``/MonikerDomain/NicknameRepository/rename(_:to:in:)``.
  public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    in context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    let change = owner.change(context, at: location)
    return try await perform { state throws(NicknameError) in
      try state.rename(subject, to: nickname, at: change)
    }
  }
}

// MARK: - AccountRepository

extension ModelRepository {
  /// See ``/MonikerDomain/AccountRepository/accounts(_:in:)``.
  public func accounts(
    _ page: PageRequest,
    in scope: StoreScope
  ) throws(AccountError) -> Page<AccountEntry> {
    let view = owner.view(scope)
    return try readPage(AccountError.self) { state throws(StoreFailure) in
      try state.accounts(page, in: view, at: location)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/account(holding:in:)``.
  public func account(
    holding reference: NicknameReference,
    in scope: StoreScope
  ) throws(AccountError) -> Account? {
    let view = owner.view(scope)
    return try read(AccountError.self) { $0.account(holding: reference, in: view) }
  }

  /// See ``/MonikerDomain/AccountRepository/account(_:in:)``.
  public func account(
    _ id: AccountID,
    in scope: StoreScope
  ) throws(AccountError) -> Account? {
    let view = owner.view(scope)
    return try read(AccountError.self) { $0.account(id, in: view) }
  }

  /// See ``/MonikerDomain/AccountRepository/activate(_:in:)``.
  public func activate(
    _ target: SwitchTarget,
    in context: RequestContext
  ) async throws(AccountError) -> Activation {
    let change = owner.change(context, at: location)
    return try await perform { state throws(AccountError) in try state.activate(target, at: change)
    }
  }

  /// See ``/MonikerDomain/AccountRepository/remove(_:proof:in:)``.
  public func remove(
    _ id: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    let change = owner.change(context, at: location)
    return try await perform { state throws(AccountError) in
      try state.remove(id, proof: proof, at: change)
    }
  }
}

// MARK: - ProfileRepository

extension ModelRepository {
  /// See ``/MonikerDomain/ProfileRepository/profile(of:in:)``.
  public func profile(
    of account: AccountID,
    in scope: StoreScope
  ) throws(ProfileError) -> Profile? {
    let view = owner.view(scope)
    return try read(ProfileError.self, withEvents: true) { $0.profile(of: account, in: view) }
  }

  /// See ``/MonikerDomain/ProfileRepository/save(_:in:)``.
  public func save(
    _ edit: ProfileEdit,
    in context: RequestContext
  ) async throws(ProfileError) -> Profile {
    let change = owner.change(context, at: location)
    return try await perform { state throws(ProfileError) in try state.save(edit, at: change) }
  }
}

// MARK: - SessionRepository

extension ModelRepository {
  /// See ``/MonikerDomain/SessionRepository/session(of:on:)``.
  public func session(
    of subject: SessionSubject,
    on device: DeviceID
  ) throws(SessionError) -> SessionSnapshot {
    try read(SessionError.self) { $0.snapshot(of: subject, on: device) }
  }

  /// See ``/MonikerDomain/SessionRepository/renew(_:in:)``.
  public func renew(
    _ subject: SessionSubject,
    in context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    let change = owner.change(context, at: location)
    return try await perform(.yields) { state throws(SessionError) in
      state.renew(subject, at: change)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/end(_:in:naming:)``.
  public func end(
    _ subject: SessionSubject,
    in context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    let change = owner.change(context, at: location)
    return try await perform { state throws(SessionError) in
      try state.end(subject, at: change, naming: limit)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endSessions(_:in:)``.
  public func endSessions(
    _ scope: SessionSelection,
    in context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    let change = owner.change(context, at: location)
    return try await perform { state throws(SessionError) in
      try state.endSessions(scope, at: change)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/recordExpiries(in:)``.
  public func recordExpiries(in context: RequestContext) async throws(SessionError) -> Int {
    let change = owner.change(context, at: location)
    return try await perform { state throws(SessionError) in state.recordExpiries(at: change) }
  }

  /// See ``/MonikerDomain/SessionRepository/openSessions(_:in:)``.
  public func openSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) throws(SessionError) -> Page<SessionEntry> {
    let view = owner.view(scope)
    return try readPage(SessionError.self) { state throws(StoreFailure) in
      try state.openSessions(page, in: view, at: location)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/endedSessions(_:in:)``.
  public func endedSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) throws(SessionError) -> Page<SessionEntry> {
    let view = owner.view(scope)
    return try readPage(SessionError.self) { state throws(StoreFailure) in
      try state.endedSessions(page, in: view, at: location)
    }
  }

  /// See ``/MonikerDomain/SessionRepository/sessions(beginningWith:limit:in:)``.
  public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope
  ) throws(SessionError) -> SessionList {
    let view = owner.view(scope)
    return try read(SessionError.self) {
      $0.sessions(beginningWith: prefix, limit: limit, in: view)
    }
  }
}

// MARK: - HistoryRepository, IntentionRepository, StoreSettingsRepository, StoreArchive

extension ModelRepository {
  /// See ``/MonikerDomain/HistoryRepository/events(_:_:in:)``.
  public func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in scope: StoreScope
  ) throws(HistoryError) -> Page<HistoryEvent> {
    let view = owner.view(scope)
    return try readPage(HistoryError.self, withEvents: true) { state throws(StoreFailure) in
      try state.events(query, page, in: view, at: location)
    }
  }

  /// See ``/MonikerDomain/IntentionRepository/intention(_:in:)``.
  public func intention(
    _ id: IntentionID,
    in scope: StoreScope
  ) throws(IntentionError) -> IntentionRecord? {
    let time = owner.now()
    return try read(IntentionError.self, withEvents: true) { $0.intention(id, in: scope, at: time) }
  }

  /// See ``/MonikerDomain/StoreSettingsRepository/settings()``.
  public func settings() throws(StoreError) -> StoreSettings {
    try read(StoreError.self, \.settings)
  }

  /// See ``/MonikerDomain/StoreSettingsRepository/change(_:)``.
  @discardableResult
  public func change(
    _ settings: StoreSettingsChange
  ) async throws(StoreError) -> StoreSettings {
    if let rest = settings.nicknameRest, rest > .zero, !(self is any RecoveryKeyRepository) {
      throw .store(.keepsNoCredentials(at: location))
    }
    return try await perform { state throws(StoreError) in
      let before = state.settings
      state.settings = settings.applied(to: before)
      return before
    }
  }

  /// See ``/MonikerDomain/SessionRepository/changes(of:on:)``.
  public nonisolated func changes(
    of subject: SessionSubject,
    on device: DeviceID
  ) -> SessionChanges {
    watchedChanges(of: subject, on: device)
  }

  /// See ``/MonikerDomain/StoreArchive/summary()``.
  public func summary() throws(StoreFailure) -> StoreSummary {
    try state(withEvents: true).summary(version: nil, byteCount: nil, at: owner.now())
  }

  /// See ``/MonikerDomain/StoreArchive/defects()``.
  public func defects() throws(StoreFailure) -> [String] {
    try state(withEvents: true).defects
  }

  /// See ``/MonikerDomain/StoreArchive/salvage()``.
  public func salvage() throws(StoreFailure) -> StoreSalvage {
    StoreSalvage(contents: RecordContents(try state(withEvents: true)), losses: [])
  }

  /// See ``/MonikerDomain/StoreArchive/contents()``.
  public func contents() throws(StoreFailure) -> any StoreContents {
    RecordContents(try state(withEvents: true))
  }

  /// See ``/MonikerDomain/StoreArchive/merge(_:)``.
  public func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int {
    if !(self is any RecoveryKeyRepository) {
      do {
        try StoreRecord.refuseCredentials(in: records, at: location)
      } catch {
        throw .store(error)
      }
    }
    return try await perform { [location] state throws(StoreError) in
      try state.merge(records, at: location)
    }
  }
}

extension StoreRecord {
  /// Refuses records that only a shared store can keep.
  package static func refuseCredentials(
    in records: [StoreRecord],
    at location: String
  ) throws(StoreFailure) {
    let isKeeping = records.contains { record in
      switch record {
      case .account(_, _, let recoveryKey, let suspendedAt):
        recoveryKey != nil || suspendedAt != nil
      case .restingNickname, .device: true
      case .metadata(let metadata): metadata.settings.nicknameRest > .zero
      case .profile, .session, .event: false
      }
    }
    if isKeeping { throw .keepsNoCredentials(at: location) }
  }
}

extension StoreFailure {
  fileprivate static func keepsNoCredentials(at location: String) -> StoreFailure {
    StoreFailure(
      .unsupported,
      at: location,
      detail: "only a database keeps recovery keys, devices and resting nicknames"
    )
  }
}
