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
  /// - Parameters:
  ///   - account: an account that is signed in on this device.
  ///   - label: what the person calls it; nil for nothing.
  ///   - lifetime: whole seconds; nil if it does not expire.
  ///   - intention: the ID of the intention; nil for a new one.
  /// - Throws: ``RemoteError``.
  public func issueToken(
    for account: AccountID,
    label: String?,
    lifetime: Duration?,
    as intention: IntentionID? = nil
  ) async throws(RemoteError) -> RemoteIdentityToken {
    struct Body: Encodable {
      let label: String?
      let expiresIn: Int64?
    }
    do throws(RemoteRefusal) {
      let call = RemoteCall(
        "POST",
        "identity-tokens",
        query: [SessionSubject.account(account).parameter],
        body: Body(label: label, expiresIn: lifetime?.components.seconds),
        as: intention ?? newIntentionID()
      )
      let answer = try await client.send(call, for: IdentityTokenAnswer.self)
      guard let secret = answer.token?.secret else {
        throw .failed(client.failure("an answer without the token"))
      }
      return RemoteIdentityToken(token: answer.token(of: account), secret: secret)
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
