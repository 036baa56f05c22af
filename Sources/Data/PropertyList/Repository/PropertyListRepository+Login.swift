public import MonikerDomain

extension PropertyListRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) throws(NicknameError) -> SignIn {
    let outcome: Result<SignIn, StoreState.IdentityInUse>
    do {
      outcome = try change { state throws(StoreState.IdentityInUse) in try state.signIn(request) }
    } catch {
      throw .store(error)
    }
    switch outcome {
    case .success(let signIn): return signIn
    case .failure: throw .store(.identityInUse(at: defaults.path))
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/claim(_:for:at:)``.
  public func claim(
    _ nickname: Nickname,
    for account: AccountID,
    at time: Timestamp
  ) throws(NicknameError) -> Account {
    let outcome: Result<Account, StoreState.NicknameTaken>
    do {
      outcome = try change { state throws(StoreState.NicknameTaken) in
        try state.claim(nickname, for: account, at: time)
      }
    } catch {
      throw .store(error)
    }
    switch outcome {
    case .success(let account): return account
    case .failure(let taken): throw .taken(nickname, holder: taken.holder)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/accounts()``.
  public func accounts() throws(NicknameError) -> [Account] {
    do {
      return try state().accounts
    } catch {
      throw .store(error)
    }
  }
}
