/// The accounts of a store: listing, adding, removing, and switching between those signed in.
public struct AccountsUseCase: Sendable {
  private let accounts: any AccountRepository
  private let nicknames: any NicknameRepository
  private let policy: NicknamePolicy
  private let now: @Sendable () -> RequestContext
  private let newAccountID: @Sendable () -> AccountID

  /// Makes the use case over a store.
  ///
  /// - Parameters:
  ///   - accounts: the store's accounts.
  ///   - nicknames: the nicknames of the same store.
  ///   - policy: what is demanded of nicknames beyond the rules of the standard.
  ///   - now: what the clock says at each call, and where this is.
  ///   - newAccountID: an identity that was never given before.
  public init(
    accounts: any AccountRepository,
    nicknames: any NicknameRepository,
    policy: NicknamePolicy = .standard,
    now: @escaping @Sendable () -> RequestContext,
    newAccountID: @escaping @Sendable () -> AccountID
  ) {
    self.accounts = accounts
    self.nicknames = nicknames
    self.policy = policy
    self.now = now
    self.newAccountID = newAccountID
  }

  /// All accounts as they are now.
  ///
  /// - Throws: ``AccountError/store(_:)``.
  public func list() async throws(AccountError) -> [AccountEntry] {
    let list = try await accounts.accountList()
    let time = now().time
    return list.entries.map { $0.state(at: time) }
  }

  /// Makes an account without signing it in.
  ///
  /// - Parameter typed: what the person typed.
  /// - Throws: ``AccountError/nickname(_:)`` for what is no nickname, is taken, or looks like
  ///   another's; ``AccountError/store(_:)``.
  public func add(_ typed: String) async throws(AccountError) -> Account {
    let nickname: Nickname
    do {
      nickname = try Nickname(typed, under: policy)
    } catch {
      throw .nickname(.rejected(error))
    }
    do {
      return try await nicknames.assign(nickname, to: newAccountID(), at: now())
    } catch NicknameError.store(let failure) {
      throw .store(failure)
    } catch {
      throw .nickname(error)
    }
  }

  /// The account that would be removed.
  ///
  /// - Parameter typed: its nickname.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/store(_:)``.
  public func account(_ typed: String) async throws(AccountError) -> Account {
    guard let reference = NicknameReference(typed: typed, under: policy) else {
      throw .noSuchAccount(typed)
    }
    let held = try await accounts.accountList().entries.map(\.account)
    guard let found = held.holder(of: reference) else { throw .noSuchAccount(reference.text) }
    return found
  }

  /// Removes an account with its session; its nickname is free again.
  ///
  /// - Parameters:
  ///   - typed: its nickname.
  ///   - confirmation: its nickname once more, exactly as it is written: a name in other letters may
  ///     lead to somebody else than the person thinks.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/notConfirmed(_:)``;
  ///   ``AccountError/store(_:)``.
  public func remove(
    _ typed: String,
    confirmedBy confirmation: String
  ) async throws(AccountError) -> AccountRemoval {
    let account = try await account(typed)
    guard
      OuterWhiteSpace.dropped(from: confirmation).text.utf8
        .elementsEqual(account.nickname.text.utf8)
    else { throw .notConfirmed(account) }
    guard let removal = try await accounts.remove(account.id, at: now()) else {
      throw .noSuchAccount(account.nickname.text)
    }
    return removal
  }

  /// Makes another account that is signed in the active one.
  ///
  /// - Parameter typed: its nickname; nil for the other one of two that are signed in.
  /// - Throws: ``AccountError/noSuchAccount(_:)``; ``AccountError/notSignedIn(_:)``;
  ///   ``AccountError/sessionEnded(_:)``; without a nickname ``AccountError/ambiguous(_:)`` with
  ///   those that could be meant, where there is not exactly one; ``AccountError/store(_:)``.
  public func activate(_ typed: String?) async throws(AccountError) -> Activation {
    guard let typed else {
      let others = try await candidates()
      guard others.count == 1 else { throw .ambiguous(others) }
      return try await accounts.activate(NicknameReference(others[0].nickname), at: now())
    }
    guard let reference = NicknameReference(typed: typed, under: policy) else {
      throw .noSuchAccount(typed)
    }
    return try await accounts.activate(reference, at: now())
  }

  /// Those that are signed in and not active.
  private func candidates() async throws(AccountError) -> [Account] {
    try await list().filter { $0.isSignedIn && !$0.isActive }.map(\.account)
  }
}
