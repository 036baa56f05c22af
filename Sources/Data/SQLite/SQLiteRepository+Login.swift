public import MonikerDomain

extension SQLiteRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) throws(NicknameError) -> SignIn {
    do {
      return try write { connection throws(StoreFailure) in
        let holder = try connection.holder(of: request.nickname.key)
        let account: NumberedAccount =
          if let holder { holder } else { try connection.insertAccount(for: request) }
        let kept = try connection.keepSession(of: account, at: request.time)
        let session = if let kept { kept } else { try connection.openSession(of: account, request) }
        try connection.run(
          """
          INSERT OR REPLACE INTO active_session (slot, session)
          SELECT 1, number FROM session WHERE account = ?
          """,
          .integer(account.number)
        )
        return SignIn(
          active: ActiveSession(account: account.account, session: session),
          isNewAccount: holder == nil,
          isNewSession: kept == nil
        )
      }
    } catch {
      throw .store(error)
    }
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
        if let holder = try connection.holder(of: nickname.key)?.account, holder.id != id {
          return .failure(.taken(nickname, holder: holder))
        }
        return .success(try connection.claim(nickname, for: id, at: time))
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
        try connection.rows(
          "SELECT id, nickname, nickname_key, created_at FROM account ORDER BY number"
        ) { row throws(StoreFailure) in try row.account(at: 0) }
      }
      return accounts ?? []
    } catch {
      throw .store(error)
    }
  }
}
