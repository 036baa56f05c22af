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
  ///   - intention: the ID of the intention; nil for that of the link, that of an earlier call with the same key whose
  ///     answer was lost, or a new one.
  /// - Returns: the new key, which was given to `keepRecoveryKey`; nobody gets it again.
  /// - Throws: ``RemoteError``.
  public func replaceRecoveryKey(
    of account: Account,
    proof: RemoteProof?,
    as intention: IntentionID? = nil
  ) async throws(RemoteError) -> RemoteSecret {
    while true {
      let (id, isOld) = try begun(account, proof, intention)
      do throws(RemoteError) {
        return try await replaceAndKeep(account, proof, as: id, for: id)
      } catch {
        switch error {
        case .store(let failure) where failure.reason == .idInUse && isOld:
          // The earlier call had another key as its proof; its answer may still be wanted.
          return try await replaceAndKeep(account, proof, as: newIntentionID(), for: id)
        // The key may be another one now, and is not lost.
        case .store: throw error
        case .credential(.notRepeatable) where isOld: settle(id)
        default:
          settle(id)
          throw error
        }
      }
    }
  }

  private func replaceAndKeep(
    _ account: Account,
    _ proof: RemoteProof?,
    as intention: IntentionID,
    for kept: IntentionID
  ) async throws(RemoteError) -> RemoteSecret {
    let key = try await replace(account, proof, as: intention)
    await keepRecoveryKey(key, account)
    settle(kept)
    return key
  }

  /// The ID of a replacement, and whether an earlier call has begun it.
  private func begun(
    _ account: Account,
    _ proof: RemoteProof?,
    _ intention: IntentionID?
  ) throws(RemoteError) -> (id: IntentionID, isOld: Bool) {
    if let intention { return (intention, false) }
    switch proof {
    // Each look at a link is the same intention: the answer to one that was lost may have had the key.
    case .link(let link): return (link.intention, false)
    case .recoveryKey:
      let new = newIntentionID()
      guard let offline else { return (new, false) }
      do throws(StoreFailure) {
        let id = try offline.replacements.begin(new, of: account.id, at: now())
        return (id, id != new)
      } catch {
        throw .store(error)
      }
    case nil: return (newIntentionID(), false)
    }
  }

  private func settle(_ id: IntentionID) {
    // If it stays, the service refuses its ID at the next replacement, which then gets another one.
    try? offline?.replacements.end(id)
  }

  private func replace(
    _ account: Account,
    _ proof: RemoteProof?,
    as intention: IntentionID
  ) async throws(RemoteError) -> RemoteSecret {
    do {
      var call = RemoteCall(
        "PUT",
        "account",
        "recovery-key",
        query: [SessionSubject.account(account.id).parameter],
        body: ProofBody(proof),
        as: intention
      )
      if case .link = proof { call.isAskedAgain = true }
      return try await client.send(call, for: RecoveryKeyAnswer.self).recoveryKey.secret
    } catch {
      throw remoteError(error, about: account)
    }
  }
}
#endif
