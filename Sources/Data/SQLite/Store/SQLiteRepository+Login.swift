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

  /// See ``/MonikerDomain/NicknameRepository/assign(_:to:at:)``.
  @concurrent public func assign(
    _ nickname: Nickname,
    to id: AccountID,
    at context: RequestContext
  ) async throws(NicknameError) -> Account {
    let outcome: Result<Account, NicknameConflict>
    do {
      outcome = try await change { connection throws(StoreFailure) in
        try connection.assign(nickname, to: id, context)
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
    at context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    let outcome: Result<Renaming, NicknameError>
    do {
      outcome = try await change { connection throws(StoreFailure) in
        try connection.rename(subject, to: nickname, context)
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
