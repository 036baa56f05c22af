public import MonikerDomain

extension SQLiteRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  public func signIn(_ request: SignInRequest) throws(NicknameError) -> SignIn {
    let signIn: Result<SignIn, NicknameError>
    do {
      // Asked first, so that a text that is refused writes nothing and makes no file.
      signIn =
        if case .failure(let rejection) = request.claim, try !isKnown(request.reference) {
          .failure(.rejected(rejection))
        } else {
          try write { connection throws(StoreFailure) in try connection.signIn(request) }
        }
    } catch {
      throw .store(error)
    }
    return try signIn.get()
  }

  /// Whether somebody has a nickname.
  func isKnown(_ reference: NicknameReference) throws(StoreFailure) -> Bool {
    let holder = try read { connection throws(StoreFailure) in
      try connection.holder(of: reference)
    }
    return holder.flatMap(\.self) != nil
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

  /// See ``/MonikerDomain/NicknameRepository/rename(_:to:at:)``.
  public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at time: Timestamp
  ) throws(NicknameError) -> Renaming {
    // Asked first, so that where nobody is signed in nothing is written and no file is made.
    let renaming: Result<Renaming, NicknameError>
    do {
      renaming =
        if try stored(subject) == nil {
          .failure(.notSignedIn)
        } else {
          try write { connection throws(StoreFailure) in
            try connection.rename(subject, to: nickname, at: time)
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
