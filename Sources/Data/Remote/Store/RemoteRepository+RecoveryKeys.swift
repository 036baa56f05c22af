#if Server
public import MonikerDomain

/// A proof in the body of a request.
struct ProofBody: Encodable, Sendable {
  let nickname: String?
  private var recoveryKey: String?
  private var link: String?

  init(nickname: String? = nil, _ proof: RemoteProof?) {
    self.nickname = nickname
    switch proof {
    case .recoveryKey(let key): recoveryKey = key.text
    case .link(let begun): link = begun.deviceCode.text
    case nil: break
    }
  }
}

extension RemoteRepository {
  /// Replaces the recovery key of an account.
  ///
  /// - Parameters:
  ///   - account: an account that is signed in on this device.
  ///   - proof: the present key, or the approval of another device; nil for none.
  ///   - intention: the ID of the intention; nil for that of the link, or a new one.
  /// - Returns: the new key, which nobody gets again.
  /// - Throws: ``RemoteError``.
  public func replaceRecoveryKey(
    of account: Account,
    proof: RemoteProof?,
    as intention: IntentionID? = nil
  ) async throws(RemoteError) -> RemoteSecret {
    // Each look at a link is the same intention: the answer to one that was lost may have had the key.
    var known = intention
    if case .link(let link) = proof, known == nil { known = link.intention }
    do {
      let call = RemoteCall(
        "PUT",
        "account",
        "recovery-key",
        query: [SessionSubject.account(account.id).parameter],
        body: ProofBody(proof),
        as: known ?? newIntentionID()
      )
      return try await client.send(call, for: RecoveryKeyAnswer.self).recoveryKey.secret
    } catch {
      throw remoteError(error, about: account)
    }
  }
}
#endif
