public import MonikerDomain

extension PropertyListRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) throws(NicknameError) -> SignIn {
    let outcome: Result<SignIn, StoreState.SignInRefused>
    do {
      // A sign-in nearly always writes, so a trial run would be wasted.
      outcome = try change(tryingFirst: false) {
        state throws(StoreState.SignInRefused) in
        try state.signIn(request)
      }
    } catch {
      throw .store(error)
    }
    switch outcome {
    case .success(let signIn): return signIn
    case .failure(let refusal): throw refusal.error(at: defaults.path)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/assign(_:to:at:)``.
  public func assign(
    _ nickname: Nickname,
    to account: AccountID,
    at context: RequestContext
  ) throws(NicknameError) -> Account {
    let outcome: Result<Account, NicknameConflict>
    do {
      outcome = try change { state throws(NicknameConflict) in
        try state.assign(nickname, to: account, at: context)
      }
    } catch {
      throw .store(error)
    }
    switch outcome {
    case .success(let account): return account
    case .failure(let refusal): throw refusal.error(for: nickname)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/rename(_:to:at:)``.
  public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at context: RequestContext
  ) throws(NicknameError) -> Renaming {
    let outcome: Result<Renaming, StoreState.RenamingRefused>
    do {
      outcome = try change { state throws(StoreState.RenamingRefused) in
        try state.rename(subject, to: nickname, at: context)
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
