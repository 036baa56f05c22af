#if Server
public import MonikerDomain

/// An identity token that was issued.
public struct RemoteIdentityToken: Hashable, Sendable {
  /// What the service keeps of it.
  public let token: IdentityToken

  /// The token itself, which nobody gets again.
  public let secret: RemoteSecret
}

extension RemoteRepository {
  /// Issues an identity token, which tells who somebody is and allows nothing else.
  ///
  /// A request that was sent more than once can still be under way, and would make the token void. Then the call revokes
  /// the token, and issues another one: the service refuses a repetition whose token is revoked.
  ///
  /// - Parameters:
  ///   - account: an account that is signed in on this device.
  ///   - label: what the person calls it; nil for nothing.
  ///   - lifetime: whole seconds; nil if it does not expire.
  /// - Throws: ``RemoteError``.
  public func issueToken(
    for account: AccountID,
    label: String?,
    lifetime: Duration?
  ) async throws(RemoteError) -> RemoteIdentityToken {
    struct Body: Encodable {
      let label: String?
      let expiresIn: Int64?
    }
    var isInDoubt = false
    do throws(RemoteError) {
      for _ in 1...Self.secretRounds {
        let call = RemoteCall(
          "POST",
          "identity-tokens",
          query: [SessionSubject.account(account).parameter],
          body: Body(label: label, expiresIn: lifetime?.components.seconds),
          as: newIntentionID()
        )
        let (issued, isRepeated) = try await issue(call, for: account)
        guard isRepeated else { return issued }
        isInDoubt = true
        do throws(RemoteError) {
          try await revokeToken(issued.token.id, of: account)
        } catch {
          // An earlier request of the revocation may have done it.
          guard case .credential(.noSuchIdentityToken) = error else { throw error }
        }
      }
      throw .store(client.failure("answers were lost again and again"))
    } catch {
      guard isInDoubt, case .store(let failure) = error else { throw error }
      throw .store(
        StoreFailure(
          failure.reason,
          at: failure.location,
          detail: "\(failure.detail); the change may have been made, and nobody has the token"
        )
      )
    }
  }

  private func issue(
    _ call: RemoteCall,
    for account: AccountID
  ) async throws(RemoteError) -> (RemoteIdentityToken, isRepeated: Bool) {
    do throws(RemoteRefusal) {
      let answer = try await client.send(call)
      let issued = try client.decoded(answer, to: call, as: IdentityTokenAnswer.self)
      guard let secret = issued.token?.secret else {
        throw .failed(client.failure("an answer without the token"))
      }
      let token = RemoteIdentityToken(token: issued.token(of: account), secret: secret)
      return (token, answer.isRepeated)
    } catch {
      throw remoteError(error)
    }
  }

  /// Returns the valid identity tokens of an account, in the order of their issue.
  ///
  /// - Parameter account: an account that is signed in on this device.
  /// - Throws: ``RemoteError``.
  public func identityTokens(
    of account: AccountID
  ) async throws(RemoteError) -> [IdentityToken] {
    do {
      let call = RemoteCall(
        get: "identity-tokens",
        query: [SessionSubject.account(account).parameter]
      )
      return try await client.send(call, for: IdentityTokensAnswer.self).identityTokens
        .map { $0.token(of: account) }
    } catch {
      throw remoteError(error)
    }
  }

  /// Revokes an identity token: it identifies nobody from then on.
  ///
  /// - Parameters:
  ///   - id: a token of an account that is signed in on this device.
  ///   - account: that account.
  /// - Throws: ``RemoteError/credential(_:)`` for a token that the account does not have, also if the answer to a
  ///   first request was lost; ``RemoteError/store(_:)``.
  public func revokeToken(
    _ id: IdentityTokenID,
    of account: AccountID
  ) async throws(RemoteError) {
    do {
      try await client.send(
        RemoteCall(
          "DELETE",
          "identity-tokens",
          id.description,
          query: [SessionSubject.account(account).parameter],
          as: newIntentionID()
        )
      )
    } catch .problem(let problem) where problem.code == "noSuchIdentityToken" {
      throw .credential(.noSuchIdentityToken(id))
    } catch {
      throw remoteError(error)
    }
  }
}

extension RemoteRepository {
  /// Returns who the token identifies, if it is an identity token.
  ///
  /// - Throws: ``RemoteError/credential(_:)`` if it identifies nobody; ``RemoteError/store(_:)``.
  public func identity() async throws(RemoteError) -> (nickname: Nickname, accountID: AccountID) {
    do throws(RemoteRefusal) {
      let answer = try await client.send(RemoteCall(get: "session"), for: IdentityAnswer.self)
      guard let nickname = Nickname(told: answer.nickname) else {
        throw .failed(client.failure("an answer without a nickname"))
      }
      return (nickname, answer.accountID.id)
    } catch {
      throw remoteError(error)
    }
  }
}
#endif
