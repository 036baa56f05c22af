/// Reads the history of a store.
public struct HistoryUseCase: Sendable {
  private let history: any HistoryRepository
  private let accounts: any AccountRepository
  private let policy: NicknamePolicy
  private let scope: StoreScope

  /// Creates the use case over a store.
  ///
  /// - Parameters:
  ///   - history: the store's events.
  ///   - accounts: the accounts of the same store.
  ///   - policy: its ``NicknamePolicy/maximumTypedBytes`` limits what a person typed.
  ///   - scope: the scope of the calls.
  public init(
    history: any HistoryRepository,
    accounts: any AccountRepository,
    policy: NicknamePolicy = .standard,
    in scope: StoreScope
  ) {
    self.history = history
    self.accounts = accounts
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
    var others: [AccountID: Account] = [:]
    for entry in try await entries() where !entry.isActive {
      others[entry.account.id] = entry.account
    }
    var contents = try await history.contents(of: HistoryQuery(limit: 1_000_000), in: scope)
    var previous: Account?
    do {
      while case let batch = try await contents.next(), !batch.isEmpty {
        for event in batch.map(\.event)
        where event.deviceID == scope.deviceID && [.signedIn, .switched].contains(event.kind) {
          previous = others[event.accountID] ?? previous
        }
      }
    } catch {
      throw .store(error)
    }
    return previous
  }

  private func isKnown(_ holder: NicknameReference) async throws(HistoryError) -> Bool {
    let last = try await history.contents(of: HistoryQuery(of: holder, limit: 1), in: scope)
    if last.lastSequence != nil { return true }
    return try await entries().map(\.account).holder(of: holder) != nil
  }

  private func entries() async throws(HistoryError) -> [AccountEntry] {
    do {
      return try await accounts.accountList(in: scope).entries
    } catch {
      switch error {
      case .store(let failure): throw .store(failure)
      // Listing throws none of these.
      case .nickname, .noSuchAccount, .notConfirmed, .notSignedIn, .sessionEnded, .ambiguous:
        return []
      }
    }
  }
}
