public import MonikerDomain
import Synchronization

/// A store that fails or waits on demand, and otherwise forwards to another store.
public final class SwitchableRepository: Store {
  private struct Switches {
    var failure: StoreFailure?
    var passes = 0
    var gate: AsyncStream<Void>?
    var calls = 0
  }

  private let inner: any Store
  private let switches = Mutex(Switches())

  /// Wraps a store.
  public init(_ inner: any Store) {
    self.inner = inner
  }

  /// The number of calls so far.
  public var calls: Int { switches.withLock(\.calls) }

  /// Makes every call after `passes` further calls throw this failure; nil forwards all calls
  /// again.
  public func fail(with failure: StoreFailure?, after passes: Int = 0) {
    switches.withLock {
      $0.failure = failure
      $0.passes = passes
    }
  }

  /// Delays the next call until the stream ends.
  public func wait(for gate: AsyncStream<Void>) {
    switches.withLock { $0.gate = gate }
  }

  private func pass() async throws(StoreFailure) {
    let (gate, failure) = switches.withLock {
      switches -> (AsyncStream<Void>?, StoreFailure?) in
      defer { switches.gate = nil }
      switches.calls += 1
      guard switches.passes == 0 else {
        switches.passes -= 1
        return (switches.gate, nil)
      }
      return (switches.gate, switches.failure)
    }
    if let gate { for await _ in gate {} }
    if let failure { throw failure }
  }

  private func passNickname() async throws(NicknameError) {
    do { try await pass() } catch { throw .store(error) }
  }

  private func passSession() async throws(SessionError) {
    do { try await pass() } catch { throw .store(error) }
  }

  private func passAccount() async throws(AccountError) {
    do { try await pass() } catch { throw .store(error) }
  }

  /// Forwards unless the store fails.
  public func contents() async throws(StoreFailure) -> any StoreContents {
    try await pass()
    return try await inner.contents()
  }

  /// Forwards unless the store fails.
  public func intention(
    _ id: IntentionID,
    in scope: StoreScope
  ) async throws(IntentionError) -> IntentionRecord? {
    do throws(StoreFailure) { try await pass() } catch { throw .store(error) }
    return try await inner.intention(id, in: scope)
  }

  /// Forwards unless the store fails.
  public func settings() async throws(StoreError) -> StoreSettings {
    do throws(StoreFailure) { try await pass() } catch { throw .store(error) }
    return try await inner.settings()
  }

  /// Forwards unless the store fails.
  public func change(_ settings: StoreSettingsChange) async throws(StoreError) -> StoreSettings {
    do throws(StoreFailure) { try await pass() } catch { throw .store(error) }
    return try await inner.change(settings)
  }

  /// Forwards unless the store fails.
  public func summary() async throws(StoreFailure) -> StoreSummary {
    try await pass()
    return try await inner.summary()
  }

  /// Forwards unless the store fails.
  public func defects() async throws(StoreFailure) -> [String] {
    try await pass()
    return try await inner.defects()
  }

  /// Forwards unless the store fails.
  public func salvage() async throws(StoreFailure) -> StoreSalvage {
    try await pass()
    return try await inner.salvage()
  }

  /// Forwards unless the store fails.
  public func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int {
    do throws(StoreFailure) { try await pass() } catch { throw .store(error) }
    return try await inner.merge(records)
  }

  /// Forwards unless the store fails.
  public func accounts(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(AccountError) -> Page<AccountEntry> {
    try await passAccount()
    return try await inner.accounts(page, in: scope)
  }

  /// Forwards unless the store fails.
  public func account(
    holding reference: NicknameReference,
    in scope: StoreScope
  ) async throws(AccountError) -> Account? {
    try await passAccount()
    return try await inner.account(holding: reference, in: scope)
  }

  /// Forwards unless the store fails.
  public func account(
    _ id: AccountID,
    in scope: StoreScope
  ) async throws(AccountError) -> Account? {
    try await passAccount()
    return try await inner.account(id, in: scope)
  }

  /// Forwards unless the store fails.
  public func activate(
    _ target: SwitchTarget,
    in context: RequestContext
  ) async throws(AccountError) -> Activation {
    try await passAccount()
    return try await inner.activate(target, in: context)
  }

  /// Forwards unless the store fails.
  public func remove(
    _ id: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    try await passAccount()
    return try await inner.remove(id, proof: proof, in: context)
  }

  /// Forwards unless the store fails.
  public func profile(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(ProfileError) -> Profile? {
    do { try await pass() } catch { throw .store(error) }
    return try await inner.profile(of: account, in: scope)
  }

  /// Forwards unless the store fails.
  public func save(
    _ edit: ProfileEdit,
    in context: RequestContext
  ) async throws(ProfileError) -> Profile {
    do { try await pass() } catch { throw .store(error) }
    return try await inner.save(edit, in: context)
  }

  /// Forwards unless the store fails.
  public func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    try await passNickname()
    return try await inner.signIn(request)
  }

  /// Forwards unless the store fails.
  public func assign(
    _ nickname: Nickname,
    to account: AccountID?,
    in context: RequestContext
  ) async throws(NicknameError) -> Account {
    try await passNickname()
    return try await inner.assign(nickname, to: account, in: context)
  }

  /// Forwards unless the store fails.
  public func conflict(
    of nickname: Nickname,
    for account: AccountID?,
    in scope: StoreScope
  ) async throws(NicknameError) -> NicknameConflict? {
    try await passNickname()
    return try await inner.conflict(of: nickname, for: account, in: scope)
  }

  /// Forwards unless the store fails.
  public func session(
    of subject: SessionSubject,
    on device: DeviceID
  ) async throws(SessionError) -> SessionSnapshot {
    try await passSession()
    return try await inner.session(of: subject, on: device)
  }

  /// Forwards unless the store fails.
  public func end(
    _ subject: SessionSubject,
    in context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    try await passSession()
    return try await inner.end(subject, in: context, naming: limit)
  }

  /// Forwards unless the store fails.
  public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    in context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    try await passNickname()
    return try await inner.rename(subject, to: nickname, in: context)
  }

  /// Forwards unless the store fails.
  public func renew(
    _ subject: SessionSubject,
    in context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    try await passSession()
    return try await inner.renew(subject, in: context)
  }

  /// Forwards unless the store fails.
  public func endSessions(
    _ scope: SessionSelection,
    in context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    try await passSession()
    return try await inner.endSessions(scope, in: context)
  }

  /// Forwards unless the store fails.
  public func recordExpiries(in context: RequestContext) async throws(SessionError) -> Int {
    try await passSession()
    return try await inner.recordExpiries(in: context)
  }

  /// Forwards unless the store fails.
  public func openSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    try await passSession()
    return try await inner.openSessions(page, in: scope)
  }

  /// Forwards unless the store fails.
  public func endedSessions(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(SessionError) -> Page<SessionEntry> {
    try await passSession()
    return try await inner.endedSessions(page, in: scope)
  }

  /// Forwards unless the store fails.
  public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int,
    in scope: StoreScope
  ) async throws(SessionError) -> SessionList {
    try await passSession()
    return try await inner.sessions(beginningWith: prefix, limit: limit, in: scope)
  }

  /// Forwards unless the store fails.
  public func events(
    _ query: HistoryQuery,
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(HistoryError) -> Page<HistoryEvent> {
    do { try await pass() } catch { throw .store(error) }
    return try await inner.events(query, page, in: scope)
  }

  /// Returns the changes of the inner store.
  public func changes(of subject: SessionSubject, on device: DeviceID) -> SessionChanges {
    inner.changes(of: subject, on: device)
  }
}
