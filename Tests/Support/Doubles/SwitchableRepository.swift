public import MonikerDomain
import Synchronization

/// A store that fails, or waits, for as long as it is told to, and else does what another does.
public final class SwitchableRepository: Store {
  private struct Switches {
    var failure: StoreFailure?
    var passes = 0
    var gate: AsyncStream<Void>?
    var calls = 0
  }

  private let inner: any Store
  private let switches = Mutex(Switches())

  /// Stands before a store.
  public init(_ inner: any Store) {
    self.inner = inner
  }

  /// How often the store was asked for anything.
  public var calls: Int { switches.withLock(\.calls) }

  /// Makes every call fail once so many were let through; nil lets all through again.
  public func fail(with failure: StoreFailure?, after passes: Int = 0) {
    switches.withLock {
      $0.failure = failure
      $0.passes = passes
    }
  }

  /// Holds up the next call until the stream ends.
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

  /// Reads all that there is if it is let.
  public func contents() async throws(StoreFailure) -> any StoreContents {
    try await pass()
    return try await inner.contents()
  }

  /// Counts if it is let.
  public func summary() async throws(StoreFailure) -> StoreSummary {
    try await pass()
    return try await inner.summary()
  }

  /// Looks for defects if it is let.
  public func defects() async throws(StoreFailure) -> [String] {
    try await pass()
    return try await inner.defects()
  }

  /// Salvages if it is let.
  public func salvage() async throws(StoreFailure) -> StoreSalvage {
    try await pass()
    return try await inner.salvage()
  }

  /// Merges if it is let.
  public func merge(_ records: [StoreRecord]) async throws(StoreError) -> Int {
    do throws(StoreFailure) { try await pass() } catch { throw .store(error) }
    return try await inner.merge(records)
  }

  /// Lists the accounts with their sessions if it is let.
  public func accountList() async throws(AccountError) -> AccountList {
    try await passAccount()
    return try await inner.accountList()
  }

  /// Makes another session active if it is let.
  public func activate(
    _ reference: NicknameReference,
    at context: RequestContext
  ) async throws(AccountError) -> Activation {
    try await passAccount()
    return try await inner.activate(reference, at: context)
  }

  /// Removes if it is let.
  public func remove(
    _ id: AccountID,
    at context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    try await passAccount()
    return try await inner.remove(id, at: context)
  }

  /// Signs in if it is let.
  public func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    try await passNickname()
    return try await inner.signIn(request)
  }

  /// Claims if it is let.
  public func assign(
    _ nickname: Nickname,
    to account: AccountID,
    at context: RequestContext
  ) async throws(NicknameError) -> Account {
    try await passNickname()
    return try await inner.assign(nickname, to: account, at: context)
  }

  /// Lists the accounts if it is let.
  public func accounts() async throws(NicknameError) -> [Account] {
    try await passNickname()
    return try await inner.accounts()
  }

  /// Reads if it is let.
  public func session(of subject: SessionSubject) async throws(SessionError) -> SessionSnapshot {
    try await passSession()
    return try await inner.session(of: subject)
  }

  /// Ends if it is let.
  public func end(
    _ subject: SessionSubject,
    at context: RequestContext,
    naming limit: Int
  ) async throws(SessionError) -> SignOut {
    try await passSession()
    return try await inner.end(subject, at: context, naming: limit)
  }

  /// Renames if it is let.
  public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    try await passNickname()
    return try await inner.rename(subject, to: nickname, at: context)
  }

  /// Renews if it is let.
  public func renew(
    _ subject: SessionSubject,
    at context: RequestContext
  ) async throws(SessionError) -> SessionSnapshot {
    try await passSession()
    return try await inner.renew(subject, at: context)
  }

  /// Ends sessions if it is let.
  public func endSessions(
    _ scope: SessionScope,
    at context: RequestContext
  ) async throws(SessionError) -> [SessionEntry] {
    try await passSession()
    return try await inner.endSessions(scope, at: context)
  }

  /// Lists the sessions if it is let.
  public func sessions(endedLimit: Int) async throws(SessionError) -> SessionList {
    try await passSession()
    return try await inner.sessions(endedLimit: endedLimit)
  }

  /// Finds sessions if it is let.
  public func sessions(
    beginningWith prefix: SessionIDPrefix,
    limit: Int
  ) async throws(SessionError) -> SessionList {
    try await passSession()
    return try await inner.sessions(beginningWith: prefix, limit: limit)
  }

  /// Lists the events if it is let.
  public func contents(
    of query: HistoryQuery
  ) async throws(HistoryError) -> any HistoryContents {
    do { try await pass() } catch { throw .store(error) }
    return try await inner.contents(of: query)
  }

  /// The changes of the inner store.
  public func changes() -> SessionChanges {
    inner.changes()
  }
}
