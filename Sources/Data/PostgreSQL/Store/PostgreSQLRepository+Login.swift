#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: NicknameRepository {
  /// See ``/MonikerDomain/NicknameRepository/signIn(_:)``.
  @concurrent package func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    let signIn = owner.change(request, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.signIn(signIn)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/assign(_:to:in:)``.
  @concurrent package func assign(
    _ nickname: Nickname,
    to id: AccountID?,
    in context: RequestContext
  ) async throws(NicknameError) -> Account {
    let context = owner.change(context, at: location)
    let newID = owner.newAccountID()
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.assign(nickname, to: id, as: newID, context)
    }
  }

  /// See ``/MonikerDomain/NicknameRepository/conflict(of:for:in:)``.
  @concurrent package func conflict(
    of nickname: Nickname,
    for id: AccountID?,
    in scope: StoreScope
  ) async throws(NicknameError) -> NicknameConflict? {
    let view = view(scope)
    let found = try await read(NicknameError.self) {
      transaction throws(PostgreSQLFailure) in
      try transaction.conflict(of: nickname, for: id, in: view)
    }
    return try found.get()
  }

  /// See ``/MonikerDomain/NicknameRepository/rename(_:to:in:)``.
  @concurrent package func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    in context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.rename(subject, to: nickname, context)
    }
  }
}
#endif
