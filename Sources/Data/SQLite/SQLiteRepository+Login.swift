public import MonikerDomain

extension SQLiteRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) throws(NicknameError) -> SignIn {
    let outcome: Result<SignIn, NicknameError>
    do {
      outcome = try change { connection throws(StoreFailure) in try connection.signIn(request) }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }

  /// See ``/MonikerDomain/NicknameRepository/claim(_:for:at:)``.
  public func claim(
    _ nickname: Nickname,
    for id: AccountID,
    at occasion: Occasion
  ) throws(NicknameError) -> Account {
    let outcome: Result<Account, ClaimRefusal>
    do {
      outcome = try change { connection throws(StoreFailure) in
        try connection.claim(nickname, for: id, occasion)
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
    at occasion: Occasion
  ) throws(NicknameError) -> Renaming {
    let outcome: Result<Renaming, NicknameError>
    do {
      outcome = try change { connection throws(StoreFailure) in
        try connection.rename(subject, to: nickname, occasion)
      }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }

  /// See ``/MonikerDomain/NicknameRepository/accounts()``.
  public func accounts() throws(NicknameError) -> [Account] {
    do {
      let accounts = try read { connection throws(StoreFailure) in
        try connection.accounts()
      }
      return accounts ?? []
    } catch {
      throw .store(error)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/lapsedNicknames(limit:)``.
  public func lapsedNicknames(limit: Int) throws(NicknameError) -> [LapsedNickname] {
    do {
      let lapsed = try read { connection throws(StoreFailure) in
        try connection.lapsedNicknames(limit: limit)
      }
      return lapsed ?? []
    } catch {
      throw .store(error)
    }
  }
}
