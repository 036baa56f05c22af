public import MonikerDomain
import MonikerModel

extension SQLiteRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  @concurrent public func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    let signIn = owner.change(request, at: location)
    return try await change { connection throws(StoreFailure) in try connection.signIn(signIn) }
  }

  /// See ``/MonikerDomain/NicknameRepository/assign(_:to:in:)``.
  @concurrent public func assign(
    _ nickname: Nickname,
    to id: AccountID?,
    in context: RequestContext
  ) async throws(NicknameError) -> Account {
    let context = owner.change(context, at: location)
    let newID = owner.newAccountID()
    return try await change { connection throws(StoreFailure) in
      try connection.assign(nickname, to: id, as: newID, context)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/conflict(of:for:in:)``.
  @concurrent public func conflict(
    of nickname: Nickname,
    for id: AccountID?,
    in scope: StoreScope
  ) async throws(NicknameError) -> NicknameConflict? {
    let view = owner.view(scope)
    let none: Result<NicknameConflict?, NicknameError> =
      id == nil ? .success(nil) : .failure(.notSignedIn)
    let found = try await read(NicknameError.self, orElse: none) {
      connection throws(StoreFailure) in
      try connection.conflict(of: nickname, for: id, in: view)
    }
    return try found.get()
  }

  /// See ``/MonikerDomain/NicknameRepository/rename(_:to:in:)``.
  @concurrent public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    in context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.rename(subject, to: nickname, context)
    }
  }
}
