#if Server
public import MonikerDomain

/// The result of a sign-in at a service.
public struct RemoteSignIn: Hashable, Sendable {
  /// The account and session that are active now.
  public let signIn: SignIn

  /// The recovery key of a new account, which was given to `keepRecoveryKey`, and which nobody gets again; nil for
  /// another account.
  public let recoveryKey: RemoteSecret?

  /// Why the new token may become void; nil as a rule.
  ///
  /// A request that was sent more than once can still be under way. If it comes to the service before the token was
  /// used, the service gives another token and another recovery key in place of these.
  public let doubt: StoreFailure?
}

extension RemoteRepository {
  /// Signs in under a nickname, and claims it if no account holds it.
  ///
  /// If the service knows this device, it stays the same device. The token that the service gives is kept before
  /// the call returns. If it cannot be kept, the call fails, unless the account is new: its owner must get
  /// the recovery key, which is given to `keepRecoveryKey` before the token is kept or used.
  ///
  /// - Parameters:
  ///   - nickname: the nickname.
  ///   - terms: how long the session lasts; a service counts whole seconds.
  ///   - recoveryKey: the recovery key of the account; nil for none.
  ///   - intention: the ID of the intention; nil for a new one.
  ///   - wasSent: whether an earlier call may have sent a request with the ID, which may still be under way.
  /// - Throws: ``RemoteError/proofRequired(_:ways:)`` with the ways, if the nickname is held and the
  ///   proof is missing or wrong; ``RemoteError/nickname(_:)``; ``RemoteError/signUpClosed``;
  ///   ``RemoteError/invalidRecoveryKey``; ``RemoteError/store(_:)``.
  public func signIn(
    under nickname: Nickname,
    on terms: SessionTerms = .unlimited,
    recoveryKey: RemoteSecret? = nil,
    as intention: IntentionID? = nil,
    sentBefore wasSent: Bool = false
  ) async throws(RemoteError) -> RemoteSignIn {
    var body = try SignInBody(terms, self)
    body.nickname = nickname.text
    body.device = SignInBody.DeviceBody(label: label)
    body.proof = recoveryKey.map { SignInBody.Proof(recoveryKey: $0.text) }
    do {
      return try await signIn(body, as: intention ?? newIntentionID(), sentBefore: wasSent)
    } catch {
      if case .problem(let problem) = error {
        let holder = problem.holder.flatMap { Nickname(told: $0) } ?? nickname
        if problem.code == "proofRequired" {
          throw .proofRequired(Account(stranger: holder), ways: problem.ways)
        }
        if let error = nicknameError(problem, nickname) { throw .nickname(error) }
      }
      throw remoteError(error)
    }
  }

  /// Asks whether a link of this device was approved, and signs in with it if it was.
  ///
  /// - Parameters:
  ///   - link: a link of this device for signing in.
  ///   - terms: how long the session lasts; a service counts whole seconds.
  /// - Returns: nil while nobody has decided. Wait for ``RemoteLink/interval`` before the next call.
  /// - Throws: ``RemoteError/link(_:)`` if it was denied or has expired; ``RemoteError/store(_:)``.
  public func redeem(
    _ link: RemoteLink,
    on terms: SessionTerms = .unlimited
  ) async throws(RemoteError) -> RemoteSignIn? {
    var body = try SignInBody(terms, self)
    body.proof = SignInBody.Proof(link: link.deviceCode.text)
    do {
      // An earlier question that got no answer can still be under way.
      return try await signIn(body, as: link.intention, sentBefore: true, askedAgain: true)
    } catch {
      guard case .problem(let problem) = error else { throw remoteError(error) }
      switch problem.code {
      case "authorization_pending": return nil
      case "slow_down":
        link.slowDown()
        return nil
      case "noSuchLink": throw .link(.expired)
      default: throw remoteError(error)
      }
    }
  }

  private func signIn(
    _ body: SignInBody,
    as intention: IntentionID,
    sentBefore wasSent: Bool,
    askedAgain isAskedAgain: Bool = false
  ) async throws(RemoteRefusal) -> RemoteSignIn {
    var call = RemoteCall("POST", "sessions", body: body, as: intention)
    call.isAskedAgain = isAskedAgain
    return try await replacingToken { () async throws(RemoteRefusal) in
      let former = try await tokens(before: intention)
      let (answer, isRepeated) = try await client.sendAsNewDevice(
        call,
        trying: former.kept,
        for: SignInAnswer.self
      )
      if let key = answer.recoveryKey {
        // First: once the token is used, a repetition has no key.
        await keepRecoveryKey(key.secret, answer.signIn.active.account)
      }
      var doubt: StoreFailure?
      do throws(StoreFailure) {
        if let token = answer.token {
          doubt = try await keep(
            token.secret,
            isRepeated || wasSent,
            inPlaceOf: former.present,
            for: intention
          )
        }
      } catch {
        guard answer.recoveryKey != nil else { throw .failed(error) }
        doubt = error
      }
      remember(SessionSnapshot(active: answer.signIn.active))
      return RemoteSignIn(
        signIn: answer.signIn,
        recoveryKey: answer.recoveryKey?.secret,
        doubt: doubt
      )
    }
  }

  /// The present token of the device, and the one that was kept before an earlier try of a sign-in.
  private func tokens(
    before intention: IntentionID
  ) async throws(RemoteRefusal) -> (present: RemoteSecret?, kept: RemoteSecret?) {
    do throws(StoreFailure) {
      return (try await client.device.token(), try offline?.signIns.former(of: intention))
    } catch {
      throw .failed(error)
    }
  }

  /// Keeps a new token; if its request was sent more than once, keeps the former token, too, and uses the new one.
  ///
  /// - Returns: why the token may become void; nil if it cannot.
  func keep(
    _ token: RemoteSecret,
    _ isRepeated: Bool,
    inPlaceOf former: RemoteSecret? = nil,
    for intention: IntentionID? = nil
  ) async throws(StoreFailure) -> StoreFailure? {
    guard isRepeated else {
      try await client.device.keep(token)
      return nil
    }
    // First, so that a program that is killed in between leaves both.
    let isFormerKept: Result<Void, StoreFailure>
    do throws(StoreFailure) {
      if let former, let intention { try offline?.signIns.keep(former, for: intention) }
      isFormerKept = .success(())
    } catch {
      isFormerKept = .failure(error)
    }
    try await client.device.keep(token)
    do {
      try await client.send(RemoteCall(get: "session"))
      return nil
    } catch .problem(let problem) where !problem.isUnauthorized {
      // The service knows the token.
      return nil
    } catch {
      try isFormerKept.get()
      let why = if case .failed(let failure) = error { failure.detail } else { "it was replaced" }
      return client.failure(
        "\(why); the sign-in was made, but its token may be void: repeat the sign-in"
      )
    }
  }

  /// Makes a call whose answer may have a new token, while no other call does.
  func replacingToken<Answer: Sendable>(
    _ body: () async throws(RemoteRefusal) -> Answer
  ) async throws(RemoteRefusal) -> Answer {
    let lock: (any Sendable)?
    do {
      lock = try await client.device.beginReplacing(within: client.timeouts.call)
    } catch {
      throw .failed(error)
    }
    let result: Result<Answer, RemoteRefusal>
    do throws(RemoteRefusal) {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    withExtendedLifetime(lock) {}
    await client.device.endReplacing()
    return try result.get()
  }
}

extension RemoteClient {
  /// Makes a call of a device that the service need not know: it forgets a token that proves nothing.
  ///
  /// - Parameter former: another token of the device, to try before it is a new device; nil for none.
  func sendAsNewDevice<Answer: Decodable & Sendable>(
    _ call: RemoteCall,
    trying former: RemoteSecret? = nil,
    for type: Answer.Type
  ) async throws(RemoteRefusal) -> (Answer, isRepeated: Bool) {
    var others: [RemoteSecret?] = former.map { [nil, $0] } ?? [nil]
    while true {
      do {
        let answer = try await send(call)
        return (try decoded(answer, to: call, as: type), answer.isRepeated)
      } catch .problem(let problem) where problem.isUnauthorized {
        guard let token = others.popLast() else { throw .problem(problem) }
        do {
          try await device.keep(token)
        } catch {
          throw .failed(error)
        }
      }
    }
  }
}

/// The body of a sign-in.
private struct SignInBody: Encodable, Sendable {
  struct DeviceBody: Encodable { let label: String? }

  struct Proof: Encodable {
    var recoveryKey: String?
    var link: String?
  }

  var nickname: String?
  var device: DeviceBody?
  var proof: Proof?
  private let expiresIn: Int64?
  private let sliding: Bool?
  private let minimumRemaining: Int64?

  init(_ terms: SessionTerms, _ repository: RemoteRepository) throws(RemoteError) {
    for duration in [terms.lifetime, terms.minimumRemaining] {
      guard let duration else { continue }
      guard duration == .seconds(duration.components.seconds), duration >= .seconds(1) else {
        throw .store(repository.unsupported("a service counts whole seconds"))
      }
    }
    expiresIn = terms.lifetime?.components.seconds
    sliding = terms.lifetime == nil ? nil : terms.isSliding
    minimumRemaining = terms.lifetime == nil ? nil : terms.minimumRemaining?.components.seconds
  }
}
#endif
