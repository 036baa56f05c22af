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

  /// Returns the newest events, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - typed: the nickname of an account, which may have been removed; nil for the events of all
  ///     accounts.
  ///   - since: the earliest time of an event; nil for no bound.
  ///   - limit: the maximum number of events, of which the newest are returned.
  /// - Throws: ``HistoryError/noSuchAccount(_:)`` for a nickname that no account has and no event
  ///   records; ``HistoryError/store(_:)``.
  public func events(
    of typed: String? = nil,
    since: Timestamp? = nil,
    limit: Int
  ) async throws(HistoryError) -> any HistoryContents {
    guard let typed else {
      return try await history.contents(
        of: HistoryQuery(since: since, limit: limit),
        in: scope
      )
    }
    guard let holder = NicknameReference(typed: typed, under: policy) else {
      throw .noSuchAccount(typed)
    }
    let query = HistoryQuery(of: holder, since: since, limit: limit)
    let found = try await history.contents(of: query, in: scope)
    if found.lastSequence == nil, try await !isKnown(holder) { throw .noSuchAccount(holder.text) }
    return found
  }

  /// Returns the account that was active on the device before the present one; nil if the events do
  /// not tell.
  ///
  /// - Throws: ``HistoryError/store(_:)``.
  public func previousAccount() async throws(HistoryError) -> Account? {
    let active = try await activeAccount()
    var query = HistoryQuery(limit: Self.pageSize)
    while true {
      let page = try await history.events(query, in: scope)
      var tried: Set<AccountID> = []
      for event in page.reversed().map(\.event)
      where event.deviceID == scope.deviceID && [.signedIn, .switched].contains(event.kind) {
        guard event.accountID != active, tried.insert(event.accountID).inserted else { continue }
        if let account = try await account(event.accountID) { return account }
      }
      guard page.count == Self.pageSize, let first = page.first?.event.sequence else { return nil }
      query = HistoryQuery(before: first, limit: Self.pageSize)
    }
  }

  private static let pageSize = 1_000

  private func activeAccount() async throws(HistoryError) -> AccountID? {
    do {
      return try await sessions.session(of: .active, on: scope.deviceID).active?.account.id
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

  private func isKnown(_ holder: NicknameReference) async throws(HistoryError) -> Bool {
    let last = try await history.contents(of: HistoryQuery(of: holder, limit: 1), in: scope)
    if last.lastSequence != nil { return true }
    return try await found { () async throws(AccountError) in
      try await accounts.account(holding: holder, in: scope)
    } != nil
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
