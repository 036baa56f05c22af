public import MonikerDomain

extension SQLiteRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  @concurrent public func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    let outcome: Result<SignIn, NicknameError>
    do {
      outcome = try await change { connection throws(StoreFailure) in try connection.signIn(request)
      }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }

  /// See ``/MonikerDomain/NicknameRepository/claim(_:for:at:)``.
  @concurrent public func claim(
    _ nickname: Nickname,
    for id: AccountID,
    at occasion: Occasion
  ) async throws(NicknameError) -> Account {
    let outcome: Result<Account, ClaimRefusal>
    do {
      outcome = try await change { connection throws(StoreFailure) in
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
  @concurrent public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at occasion: Occasion
  ) async throws(NicknameError) -> Renaming {
    let outcome: Result<Renaming, NicknameError>
    do {
      outcome = try await change { connection throws(StoreFailure) in
        try connection.rename(subject, to: nickname, occasion)
      }
    } catch {
      throw .store(error)
    }
    return try outcome.get()
  }

  /// See ``/MonikerDomain/NicknameRepository/accounts()``.
  @concurrent public func accounts() async throws(NicknameError) -> [Account] {
    do {
      let accounts = try await readConcurrently { connection throws(StoreFailure) in
        try connection.accounts()
      }
      return accounts ?? []
    } catch {
      throw .store(error)
    }
  }
}
