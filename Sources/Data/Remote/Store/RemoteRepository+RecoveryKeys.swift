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
  /// How often a secret is set in one call, if answers are lost again and again.
  static let secretRounds = 5

  /// Replaces the recovery key of an account.
  ///
  /// If the request was sent more than once, a copy can still be under way, and would set another key. Then this device
  /// gets a new token, so that the copy proves nothing, and sends the request again.
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
    switch proof {
    case .link(let link):
      // Each look at a link is the same intention: the answer to one that was lost may have had the key.
      return try await replaceAndKeep(
        account,
        proof,
        as: intention ?? link.intention,
        sentBefore: link.hasLostAnswer
      )
    case .recoveryKey:
      if intention == nil, let new = try await lostKey(account, proof) { return new }
      let id = intention ?? newIntentionID()
      try file { () throws(StoreFailure) in
        try offline?.replacements.begin(id, of: account.id, at: now())
      }
      do throws(RemoteError) {
        return try await replaceAndKeep(account, proof, as: id, sentBefore: false)
      } catch {
        // After a failure of the store the key may be another one, and is not lost.
        if case .store = error { throw error }
        try? offline?.replacements.end(id)
        throw error
      }
    case nil:
      return try await replaceAndKeep(
        account,
        proof,
        as: intention ?? newIntentionID(),
        sentBefore: false
      )
    }
  }

  /// The new key of an earlier call with the same proof, whose answer was lost.
  ///
  /// - Returns: nil if there was none.
  private func lostKey(
    _ account: Account,
    _ proof: RemoteProof?
  ) async throws(RemoteError) -> RemoteKeyReplacement? {
    let ids = try file { () throws(StoreFailure) in
      try offline?.replacements.begun(of: account.id, at: now()) ?? []
    }
    for id in ids {
      do throws(RemoteError) {
        return try await replaceAndKeep(account, proof, as: id, sentBefore: true)
      } catch {
        switch error {
        // That call had another proof; its answer may still be wanted.
        case .store(let failure) where failure.reason == .idInUse: continue
        case .store: throw error
        case .credential(.notRepeatable): try? offline?.replacements.end(id)
        default:
          try? offline?.replacements.end(id)
          throw error
        }
      }
    }
    return nil
  }

  private func file<Value>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(RemoteError) -> Value {
    do { return try body() } catch { throw .store(error) }
  }

  private func replaceAndKeep(
    _ account: Account,
    _ proof: RemoteProof?,
    as intention: IntentionID,
    sentBefore wasSent: Bool
  ) async throws(RemoteError) -> RemoteKeyReplacement {
    var answer = try await replace(account, proof, as: intention)
    var mayHaveCopy = answer.isRepeated || wasSent
    var doubt: StoreFailure?
    var count = 1
    while mayHaveCopy, doubt == nil {
      doubt =
        count < Self.secretRounds
        ? await voidEarlierRequests() : client.failure("answers were lost again and again")
      guard doubt == nil else { break }
      count += 1
      do throws(RemoteError) {
        answer = try await replace(account, proof, as: intention)
        mayHaveCopy = answer.isRepeated
      } catch {
        doubt = if case .store(let failure) = error { failure } else { client.failure("\(error)") }
      }
    }
    await keepRecoveryKey(answer.key, account)
    guard let doubt else {
      // If they stay, the service refuses their IDs at the next replacement, which then gets another one.
      try? offline?.replacements.end(account.id)
      return RemoteKeyReplacement(key: answer.key, doubt: nil)
    }
    return RemoteKeyReplacement(key: answer.key, doubt: mayBeVoid(doubt, proof))
  }

  private func mayBeVoid(_ failure: StoreFailure, _ proof: RemoteProof?) -> StoreFailure {
    let next =
      if case .recoveryKey = proof, offline != nil {
        " within 10 minutes, with the former key or the new one as the proof"
      } else {
        ", with the new key or the approval of another device as the proof"
      }
    return StoreFailure(
      failure.reason,
      at: failure.location,
      detail:
        "\(failure.detail); the key was replaced, but the new one may be void: replace it again\(next)"
    )
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
      if case .link(let link) = proof {
        switch error {
        case .problem(let problem) where !problem.isRepeated: break
        case .problem, .failed: link.answerWasLost()
        }
      }
      throw remoteError(error, about: account)
    }
  }
}
#endif
