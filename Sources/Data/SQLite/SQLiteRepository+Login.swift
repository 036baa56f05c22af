public import MonikerDomain

extension SQLiteRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) throws(NicknameError) -> SignIn {
    let signIn: Result<SignIn, NicknameError>
    do {
      signIn = try write { connection throws(StoreFailure) in
        let holder = try connection.holder(of: request.nickname.key, spelled: request.spelling)
        let account: NumberedAccount
        if let holder {
          account = holder
        } else {
          switch try connection.insertAccount(for: request) {
          case .success(let new): account = new
          case .failure(let refusal): return .failure(refusal.error(for: request.nickname))
          }
        }
        let kept = try connection.keepSession(of: account, at: request.time)
        let session = if let kept { kept } else { try connection.openSession(of: account, request) }
        try connection.run(
          """
          INSERT OR REPLACE INTO active_session (slot, session)
          SELECT 1, number FROM session WHERE account = ?
          """,
          .integer(account.number)
        )
        return .success(
          SignIn(
            active: ActiveSession(account: account.account, session: session),
            isNewAccount: holder == nil,
            isNewSession: kept == nil
          )
        )
      }
    } catch {
      throw .store(error)
    }
    return try signIn.get()
  }

  /// See ``/MonikerDomain/NicknameRepository/claim(_:for:at:)``.
  public func claim(
    _ nickname: Nickname,
    for id: AccountID,
    at time: Timestamp
  ) throws(NicknameError) -> Account {
    let claim: Result<Account, NicknameError>
    do {
      claim = try write { connection throws(StoreFailure) in
        try connection.claim(nickname, for: id, at: time).mapError { $0.error(for: nickname) }
      }
    } catch {
      throw .store(error)
    }
    return try claim.get()
  }

  /// See ``/MonikerDomain/NicknameRepository/renameActive(to:at:)``.
  public func renameActive(
    to nickname: Nickname,
    at time: Timestamp
  ) throws(NicknameError) -> Renaming {
    // Asked first, so that where nobody is signed in nothing is written and no file is made.
    let renaming: Result<Renaming, NicknameError>
    do {
      renaming =
        if try activeSession() == nil {
          .failure(.notSignedIn)
        } else {
          try write { connection throws(StoreFailure) in
            try connection.renameActive(to: nickname, at: time)
          }
        }
    } catch {
      throw .store(error)
    }
    return try renaming.get()
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

  /// See ``/MonikerDomain/NicknameRepository/holder(of:)``.
  public func holder(of key: NicknameKey) throws(NicknameError) -> Account? {
    do {
      let account = try read { connection throws(StoreFailure) in
        try connection.account(with: key)
      }
      return account ?? nil
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
