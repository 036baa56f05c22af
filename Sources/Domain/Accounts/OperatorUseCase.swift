/// What the operator of a shared store does with accounts, beyond ``AccountsUseCase``: renames, suspends and
/// clears away.
///
/// Its context sees everything.
public struct OperatorUseCase: Sendable {
  private let accounts: AccountsUseCase
  private let nicknames: any NicknameRepository
  private let suspensions: any SuspensionRepository
  private let repository: any AccountRepository
  private let policy: NicknamePolicy
  private let context: RequestContext
  private let now: @Sendable () -> Timestamp

  /// Creates the use case over a store.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - policy: the limits and reserved names that apply beyond the standard.
  ///   - context: the context of the calls, which sees everything.
  ///   - now: returns the present time.
  public init(
    store: some AccountRepository & NicknameRepository & SuspensionRepository,
    policy: NicknamePolicy = .standard,
    in context: RequestContext,
    now: @escaping @Sendable () -> Timestamp
  ) {
    accounts = AccountsUseCase(
      accounts: store,
      nicknames: store,
      policy: policy,
      in: context,
      now: now
    )
    nicknames = store
    suspensions = store
    repository = store
    self.policy = policy
    self.context = context
    self.now = now
  }

  /// Gives an account another nickname.
  ///
  /// - Parameters:
  ///   - typed: the nickname of the account.
  ///   - wanted: the new nickname, as the operator typed it.
  /// - Returns: the account before and after.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/nickname(_:)`` for a nickname that the
  ///   account cannot have; ``AccountError/store(_:)``.
  public func rename(
    _ typed: String,
    to wanted: String
  ) async throws(AccountError) -> (before: Account, after: Account) {
    let account = try await accounts.account(typed)
    let nickname: Nickname
    do {
      nickname = try Nickname(wanted, under: policy)
    } catch {
      throw .nickname(.rejected(error))
    }
    do {
      return (account, try await nicknames.assign(nickname, to: account.id, in: context))
    } catch NicknameError.store(let failure) {
      throw .store(failure)
    } catch {
      throw .nickname(error)
    }
  }

  /// Suspends an account, which ends its sessions.
  ///
  /// - Parameter typed: the nickname of the account.
  /// - Returns: the account, and how many sessions were ended.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/store(_:)``.
  public func suspend(
    _ typed: String
  ) async throws(AccountError) -> (account: Account, endedCount: Int) {
    let account = try await accounts.account(typed)
    return (account, try await suspensions.suspend(account.id, in: context).count)
  }

  /// Ends the suspension of an account.
  ///
  /// - Parameter typed: the nickname of the account.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/store(_:)``.
  public func resume(_ typed: String) async throws(AccountError) -> Account {
    let account = try await accounts.account(typed)
    try await suspensions.resume(account.id, in: context)
    return account
  }

  /// Returns accounts that nobody has used since the day of their creation.
  ///
  /// - Parameter age: how long ago they were created at least.
  /// - Throws: ``AccountError/store(_:)``.
  public func unusedAccounts(olderThan age: Duration) async throws(AccountError) -> [Account] {
    try await suspensions.unusedAccounts(
      createdBefore: now().advanced(by: .zero - age),
      in: context.scope
    )
  }

  /// Removes accounts that nobody has used since the day of their creation.
  ///
  /// Whoever uses one of them at the same moment loses it, as by any removal.
  ///
  /// - Parameter age: how long ago they were created at least.
  /// - Returns: the removed accounts, at most ``AccountError/maximumCandidates``: the call may be repeated
  ///   until it returns less.
  /// - Throws: ``AccountError/store(_:)``.
  public func removeUnusedAccounts(olderThan age: Duration) async throws(AccountError) -> [Account]
  {
    var removed: [Account] = []
    for account in try await unusedAccounts(olderThan: age) {
      let removal = try await repository.remove(account.id, proof: .notDemanded, in: context)
      if let removal { removed.append(removal.account) }
    }
    return removed
  }
}
