/// Lists, adds and removes the accounts of a store, and switches between them.
public struct AccountsUseCase: Sendable {
  private let accounts: any AccountRepository
  private let nicknames: any NicknameRepository
  private let policy: NicknamePolicy
  private let context: RequestContext
  private let now: @Sendable () -> Timestamp

  /// Creates the use case over a store.
  ///
  /// - Parameters:
  ///   - accounts: the store's accounts.
  ///   - nicknames: the nicknames of the same store.
  ///   - policy: the limits and reserved names that apply beyond the standard.
  ///   - context: the context of the calls.
  ///   - now: returns the present time.
  public init(
    accounts: any AccountRepository,
    nicknames: any NicknameRepository,
    policy: NicknamePolicy = .standard,
    in context: RequestContext,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.accounts = accounts
    self.nicknames = nicknames
    self.policy = policy
    self.context = context
    self.now = now
  }

  /// Returns all accounts, judged as of one time.
  ///
  /// - Throws: ``AccountError/store(_:)``.
  public func list() async throws(AccountError) -> [AccountEntry] {
    let entries = try await PageCursor.all { page throws(AccountError) in
      try await accounts.accounts(page, in: context.scope)
    }
    let time = now()
    return entries.map { $0.state(at: time) }
  }

  /// Returns a page of the accounts, judged as of one time.
  ///
  /// - Throws: as ``AccountRepository/accounts(_:in:)``.
  public func page(_ page: PageRequest) async throws(AccountError) -> Page<AccountEntry> {
    let found = try await accounts.accounts(page, in: context.scope)
    let time = now()
    return found.map { $0.state(at: time) }
  }

  /// Adds an account without signing it in.
  ///
  /// - Parameter typed: the text that the person typed.
  /// - Throws: ``AccountError/nickname(_:)`` for a text that is not a valid nickname, and for a
  ///   nickname that is taken, rests or looks like another account's; ``AccountError/store(_:)``.
  public func add(_ typed: String) async throws(AccountError) -> Account {
    let nickname: Nickname
    do {
      nickname = try Nickname(typed, under: policy)
    } catch {
      throw .nickname(.rejected(error))
    }
    do {
      return try await nicknames.assign(nickname, to: nil, in: context)
    } catch NicknameError.store(let failure) {
      throw .store(failure)
    } catch {
      throw .nickname(error)
    }
  }

  /// Returns the account that ``remove(_:confirmedBy:proof:)`` would remove.
  ///
  /// - Parameter typed: the nickname of the account.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/store(_:)``.
  public func account(_ typed: String) async throws(AccountError) -> Account {
    guard let reference = NicknameReference(typed: typed, under: policy) else {
      throw .noSuchAccount(typed)
    }
    guard let found = try await accounts.account(holding: reference, in: context.scope) else {
      throw .noSuchAccount(reference.text)
    }
    return found
  }

  /// Removes an account with its sessions, which frees its nickname.
  ///
  /// A caller that sees everything owns the store, and needs no proof.
  ///
  /// - Parameters:
  ///   - typed: the nickname of the account.
  ///   - confirmation: the nickname again, in its exact spelling: another spelling may lead to
  ///     another account than the person expects.
  ///   - proof: the proof that the caller may remove the account; nil if none is given.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/notConfirmed(_:)``;
  ///   ``AccountError/proofDemanded(_:)``; ``AccountError/store(_:)``.
  public func remove(
    _ typed: String,
    confirmedBy confirmation: String,
    proof: SignInProof? = nil
  ) async throws(AccountError) -> AccountRemoval {
    let account = try await account(typed)
    guard
      OuterWhiteSpace.dropped(from: confirmation).text.utf8
        .elementsEqual(account.nickname.text.utf8)
    else { throw .notConfirmed(account) }
    guard
      let removal = try await accounts.remove(
        account.id,
        proof: proof ?? context.withoutProof,
        in: context
      )
    else {
      throw .noSuchAccount(account.nickname.text)
    }
    return removal
  }

  /// Makes another signed-in account the active one.
  ///
  /// - Parameter typed: the nickname of the account; nil for the only signed-in account that is not
  ///   active.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/notSignedIn(_:)``;
  ///   ``AccountError/sessionEnded(_:)``; without a nickname ``AccountError/ambiguous(_:)`` with
  ///   the candidates, unless there is exactly one; ``AccountError/store(_:)``.
  public func activate(_ typed: String?) async throws(AccountError) -> Activation {
    guard let typed else {
      return try await accounts.activate(.onlyOther, in: context)
    }
    guard let reference = NicknameReference(typed: typed, under: policy) else {
      throw .noSuchAccount(typed)
    }
    return try await accounts.activate(.holder(of: reference), in: context)
  }

  /// Makes a signed-in account the active one, whatever its nickname is now.
  ///
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/notSignedIn(_:)``;
  ///   ``AccountError/sessionEnded(_:)``; ``AccountError/store(_:)``.
  public func activate(_ account: AccountID) async throws(AccountError) -> Activation {
    try await accounts.activate(.account(account), in: context)
  }

  /// The accounts that are signed in and not active.
  package func candidates() async throws(AccountError) -> [Account] {
    try await list().filter { $0.isSignedIn && !$0.isActive }.map(\.account)
  }
}
