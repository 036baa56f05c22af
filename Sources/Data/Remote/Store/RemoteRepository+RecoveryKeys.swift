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
  /// How often a secret is set again because the request that has set it was sent more than once.
  static let secretRounds = 5

  /// Replaces the recovery key of an account.
  ///
  /// A request that was sent more than once can still be under way, and would set another key. Then the call replaces
  /// the key once more, with the new key as its proof: after that, the service refuses the first request.
  ///
  /// - Parameters:
  ///   - account: an account that is signed in on this device.
  ///   - proof: the present key, or the approval of another device; nil for none.
  ///   - intention: the ID of the intention; nil for that of the link, that of an earlier call with the same key whose
  ///     answer was lost, or a new one.
  /// - Returns: the new key, which was given to `keepRecoveryKey`; nobody gets it again. A key that it was given before
  ///   in the same call is void.
  /// - Throws: ``RemoteError``.
  public func replaceRecoveryKey(
    of account: Account,
    proof: RemoteProof?,
    as intention: IntentionID? = nil
  ) async throws(RemoteError) -> RemoteSecret {
    var new = try await replaceOnce(account, proof, intention)
    var rounds = 1
    while new.mayBeReplaced {
      do throws(RemoteError) {
        guard rounds < Self.secretRounds else {
          throw .store(client.failure("answers were lost again and again"))
        }
        rounds += 1
        new = try await replaceOnce(account, .recoveryKey(new.key), nil)
      } catch {
        switch error {
        case .proofRequired, .invalidRecoveryKey:
          // A copy came first, and has set a key that nobody has. A repetition replaces that.
          new = try await replaceAndKeep(account, proof, as: new.intention)
          new.mayBeReplaced = true
        case .store(let failure): throw .store(mayBeVoid(account, failure))
        default: throw error
        }
      }
    }
    // If they stay, the service refuses their IDs at the next replacement, which then gets another one.
    try? offline?.replacements.end(account.id)
    return new.key
  }

  private func mayBeVoid(_ account: Account, _ failure: StoreFailure) -> StoreFailure {
    StoreFailure(
      failure.reason,
      at: failure.location,
      detail:
        "\(failure.detail); the new recovery key of \(account.nickname) may be void: replace it again, and prove "
        + "it with that key, or with the former one"
    )
  }

  /// A new key.
  private struct NewKey {
    let key: RemoteSecret
    /// The ID of the request that has set it.
    let intention: IntentionID
    /// Whether a copy of the request can still be under way.
    var mayBeReplaced: Bool
  }

  private func replaceOnce(
    _ account: Account,
    _ proof: RemoteProof?,
    _ intention: IntentionID?
  ) async throws(RemoteError) -> NewKey {
    switch proof {
    case .link(let link):
      do throws(RemoteError) {
        // Each look at a link is the same intention: the answer to one that was lost may have had the key.
        var new = try await replaceAndKeep(account, proof, as: intention ?? link.intention)
        if link.hasLostAnswer { new.mayBeReplaced = true }
        return new
      } catch {
        if case .store = error { link.answerWasLost() }
        throw error
      }
    case .recoveryKey:
      if intention == nil, let new = try await lostKey(account, proof) { return new }
      let id = intention ?? newIntentionID()
      try kept { () throws(StoreFailure) in
        try offline?.replacements.begin(id, of: account.id, at: now())
      }
      do throws(RemoteError) {
        return try await replaceAndKeep(account, proof, as: id)
      } catch {
        // After a failure of the store the key may be another one, and is not lost.
        if case .store = error { throw error }
        try? offline?.replacements.end(id)
        throw error
      }
    case nil: return try await replaceAndKeep(account, proof, as: intention ?? newIntentionID())
    }
  }

  /// The new key of an earlier call with the same proof, whose answer was lost.
  ///
  /// - Returns: nil if there was none.
  private func lostKey(
    _ account: Account,
    _ proof: RemoteProof?
  ) async throws(RemoteError) -> NewKey? {
    let ids = try kept { () throws(StoreFailure) in
      try offline?.replacements.begun(of: account.id, at: now()) ?? []
    }
    for id in ids {
      do throws(RemoteError) {
        var new = try await replaceAndKeep(account, proof, as: id)
        new.mayBeReplaced = true
        return new
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

  private func kept<Value>(
    _ body: () throws(StoreFailure) -> Value
  ) throws(RemoteError) -> Value {
    do { return try body() } catch { throw .store(error) }
  }

  private func replaceAndKeep(
    _ account: Account,
    _ proof: RemoteProof?,
    as intention: IntentionID
  ) async throws(RemoteError) -> NewKey {
    let (key, isRepeated) = try await replace(account, proof, as: intention)
    await keepRecoveryKey(key, account)
    return NewKey(key: key, intention: intention, mayBeReplaced: isRepeated)
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
