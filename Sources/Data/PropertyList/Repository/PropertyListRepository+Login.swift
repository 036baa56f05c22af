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

  /// See ``/MonikerDomain/NicknameRepository/renameActive(to:at:)``.
  public func renameActive(
    to nickname: Nickname,
    at time: Timestamp
  ) throws(NicknameError) -> Renaming {
    let outcome: Result<Renaming, StoreState.RenamingRefused>
    do {
      // Asked first, so that where nobody is signed in nothing is written and no file is made.
      outcome =
        if try state().activeSessionID == nil {
          .failure(.notSignedIn)
        } else {
          try change { state throws(StoreState.RenamingRefused) in
            try state.renameActive(to: nickname, at: time)
          }
        }
    } catch {
      throw .store(error)
    }
    switch outcome {
    case .success(let renaming): return renaming
    case .failure(let refusal): throw refusal.error(for: nickname)
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
