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

/// A new recovery key at a service.
public struct RemoteKeyReplacement: Hashable, Sendable {
  /// The key, which was given to `keepRecoveryKey`; nobody gets it again.
  public let key: RemoteSecret

  /// Why the key may become void; nil as a rule.
  ///
  /// A request that was sent more than once can still be under way. If it comes to the service, that sets another key.
  public let doubt: StoreFailure?
}

extension RemoteRepository {
  /// Replaces the recovery key of an account.
  ///
  /// If the request was sent more than once, a copy can still be under way, and would set another key. Then this device
  /// gets a new token, with which the copy proves nothing, and sends the request again. A device whose token is given
  /// from outside keeps that.
  ///
  /// - Parameters:
  ///   - account: an account that is signed in on this device.
  ///   - proof: the present key, or the approval of another device; nil for none.
  ///   - intention: the ID of the intention; nil for that of the link, that of an earlier call with the same key whose
  ///     answer was lost, or a new one.
  /// - Returns: the new key.
  /// - Throws: ``RemoteError``.
  public func replaceRecoveryKey(
    of account: Account,
    proof: RemoteProof?,
    as intention: IntentionID? = nil
  ) async throws(RemoteError) -> RemoteKeyReplacement {
    while true {
      let (id, isOld) = try begun(account, proof, intention)
      do throws(RemoteError) {
        return try await replaceAndKeep(account, proof, as: id, sentBefore: isOld, for: id)
      } catch {
        switch error {
        case .store(let failure) where failure.reason == .idInUse && isOld:
          // The earlier call had another key as its proof; its answer may still be wanted.
          return try await replaceAndKeep(
            account,
            proof,
            as: newIntentionID(),
            sentBefore: false,
            for: id
          )
        // The key may be another one now, and is not lost.
        case .store:
          if case .link(let link) = proof { link.answerWasLost() }
          throw error
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
    sentBefore wasSent: Bool,
    for kept: IntentionID
  ) async throws(RemoteError) -> RemoteKeyReplacement {
    var mayHaveCopy = wasSent || hasLostAnswer(proof)
    var doubt: StoreFailure?
    var key: RemoteSecret
    var count = 0
    repeat {
      let answer = try await replace(account, proof, as: intention)
      key = answer.key
      count += 1
      guard answer.isRepeated || mayHaveCopy, client.device.tokenOrigin == nil else { break }
      doubt =
        count < 5
        ? await voidEarlierRequests() : client.failure("answers were lost again and again")
      mayHaveCopy = false
    } while doubt == nil
    await keepRecoveryKey(key, account)
    guard let doubt else {
      settle(kept)
      return RemoteKeyReplacement(key: key, doubt: nil)
    }
    let what = StoreFailure(
      doubt.reason,
      at: doubt.location,
      detail:
        "\(doubt.detail); the key was replaced, but the new one may be void: replace it again within 10 minutes, "
        + "with the former key, the new one or another device as the proof"
    )
    return RemoteKeyReplacement(key: key, doubt: what)
  }

  private func hasLostAnswer(_ proof: RemoteProof?) -> Bool {
    if case .link(let link) = proof { link.hasLostAnswer } else { false }
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
  ) async throws(RemoteError) -> (key: RemoteSecret, isRepeated: Bool) {
    do throws(RemoteRefusal) {
      var call = RemoteCall(
        "PUT",
        "account",
        "recovery-key",
        query: [SessionSubject.account(account.id).parameter],
        body: ProofBody(proof),
        as: intention
      )
      if case .link = proof { call.isAskedAgain = true }
      let answer = try await client.send(call)
      let new = try client.decoded(answer, to: call, as: RecoveryKeyAnswer.self)
      return (new.recoveryKey.secret, answer.isRepeated)
    } catch {
      throw remoteError(error, about: account)
    }
  }
}
#endif
