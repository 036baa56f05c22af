/// Reads the history of a store.
public struct HistoryUseCase: Sendable {
  private let history: any HistoryRepository
  private let accounts: any AccountRepository
  private let sessions: any SessionRepository
  private let policy: NicknamePolicy
  private let scope: StoreScope

  /// Creates the use case over a store.
  ///
  /// - Parameters:
  ///   - history: the store's events.
  ///   - accounts: the accounts of the same store.
  ///   - sessions: its sessions.
  ///   - policy: its ``NicknamePolicy/maximumTypedBytes`` limits what a person typed.
  ///   - scope: the scope of the calls.
  public init(
    history: any HistoryRepository,
    accounts: any AccountRepository,
    sessions: any SessionRepository,
    policy: NicknamePolicy = .standard,
    in scope: StoreScope
  ) {
    self.history = history
    self.accounts = accounts
    self.sessions = sessions
    self.policy = policy
    self.scope = scope
  }

  /// Reads the newest events, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - typed: the nickname of an account; nil for the events of all accounts, including removed
  ///     ones.
  ///   - since: the earliest time of an event; nil for no bound.
  ///   - limit: the maximum number of events, of which the newest are returned.
  /// - Throws: ``HistoryError/noSuchAccount(_:)`` for a nickname that no account has;
  ///   ``HistoryError/store(_:)``.
  public func events(
    of typed: String? = nil,
    since: Timestamp? = nil,
    limit: Int
  ) async throws(HistoryError) -> HistoryReader {
    let account = if let typed { try await id(of: typed) } else { AccountID?.none }
    let query = HistoryQuery(of: account, since: since)
    return try await HistoryReader(history, query, limit: limit, in: scope)
  }

  /// Returns a page of the events, the newest first.
  ///
  /// - Parameters:
  ///   - query: selects the events.
  ///   - page: selects the page.
  /// - Throws: as ``HistoryRepository/events(_:_:in:)``.
  public func page(
    _ query: HistoryQuery = .all,
    _ page: PageRequest
  ) async throws(HistoryError) -> Page<HistoryEvent> {
    try await history.events(query, page, in: scope)
  }

  private func id(of typed: String) async throws(HistoryError) -> AccountID {
    guard let reference = NicknameReference(typed: typed, under: policy) else {
      throw .noSuchAccount(typed)
    }
    let account = try await found { () async throws(AccountError) in
      try await accounts.account(holding: reference, in: scope)
    }
    guard let account else { throw .noSuchAccount(reference.text) }
    return account.id
  }

  /// Returns the account that was active on the device before the present one; nil if the events do
  /// not tell.
  ///
  /// - Throws: ``HistoryError/store(_:)``.
  public func previousAccount() async throws(HistoryError) -> Account? {
    let active = try await activeSession()
    let device = try await device(of: active)
    var tried: Set<AccountID> = []
    var next: PageRequest? = .first
    while let request = next {
      let page = try await history.events(.all, request, in: scope)
      for event in page.entries
      where event.deviceID == device && [.signedIn, .switched].contains(event.kind) {
        guard event.accountID != active?.accountID, tried.insert(event.accountID).inserted else {
          continue
        }
        if let account = try await account(event.accountID) { return account }
      }
      next = page.next.map { PageRequest(at: $0) }
    }
    return nil
  }

  /// The ID of the caller's device in events: a service gives a device an ID that the caller need not know.
  private func device(of active: Session?) async throws(HistoryError) -> DeviceID {
    if let active { return active.deviceID }
    let entries: Page<AccountEntry>
    do {
      entries = try await accounts.accounts(.first, in: scope)
    } catch .store(let failure) {
      throw .store(failure)
    } catch {
      // Reading throws no other error.
      return scope.deviceID
    }
    return entries.entries.compactMap(\.session?.deviceID).first ?? scope.deviceID
  }

  private func activeSession() async throws(HistoryError) -> Session? {
    do {
      return try await sessions.session(of: .active, on: scope.deviceID).active?.session
    } catch .store(let failure) {
      throw .store(failure)
    } catch {
      // Reading throws no other error.
      return nil
    }
  }

  private func account(_ id: AccountID) async throws(HistoryError) -> Account? {
    try await found { () async throws(AccountError) in try await accounts.account(id, in: scope) }
  }

  private func found(
    _ read: () async throws(AccountError) -> Account?
  ) async throws(HistoryError) -> Account? {
    do {
      return try await read()
    } catch .store(let failure) {
      throw .store(failure)
    } catch {
      // Looking an account up throws no other error.
      return nil
    }
  }
}
