public import MonikerDomain

extension SQLiteRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  @concurrent public func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    try await change { connection throws(StoreFailure) in try connection.signIn(request) }
  }

  /// See ``/MonikerDomain/NicknameRepository/assign(_:to:at:)``.
  @concurrent public func assign(
    _ nickname: Nickname,
    to id: AccountID,
    at context: RequestContext
  ) async throws(NicknameError) -> Account {
    try await change { connection throws(StoreFailure) in
      try connection.assign(nickname, to: id, context)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/rename(_:to:at:)``.
  @concurrent public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    at context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    try await change { connection throws(StoreFailure) in
      try connection.rename(subject, to: nickname, context)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/accounts(in:)``.
  @concurrent public func accounts(
    in scope: StoreScope
  ) async throws(NicknameError) -> [Account] {
    try await read(NicknameError.self, orElse: [], isLong: true) {
      connection throws(StoreFailure) in
      try connection.accounts(in: scope)
    }
  }
}
