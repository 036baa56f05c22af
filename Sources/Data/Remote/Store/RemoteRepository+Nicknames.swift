#if Server
public import MonikerDomain

extension RemoteRepository: NicknameRepository {
  /// Signs in; what a held nickname needs is asked of the person.
  ///
  /// - Throws: ``/MonikerDomain/NicknameError/proofDemanded(_:)`` if they have no proof.
  public func signIn(_ request: SignInRequest) async throws(NicknameError) -> SignIn {
    var key: RemoteSecret?
    let pending = try begun(request)
    var intention = pending.id
    var failures = 0
    while true {
      let error: RemoteError
      do throws(RemoteError) {
        let result = try await signIn(
          under: request.nickname,
          on: request.terms,
          recoveryKey: key,
          as: intention,
          sentBefore: pending.isOld && intention == pending.id
        )
        if let doubt = result.doubt { throw RemoteError.store(doubt) }
        settle(pending.id)
        return result.signIn
      } catch let found {
        error = found
      }
      // After a failure the account may be there, and its key is not lost.
      if case .store(let failure) = error, failure.reason != .idInUse { throw .store(failure) }
      settle(pending.id)
      if pending.isOld, intention == pending.id, error.isOfRepetition {
        intention = newIntentionID()
        continue
      }
      let holder: Account
      var ways = RemoteProofWay.allCases
      switch error {
      case .nickname(let error): throw error
      case .proofRequired(let account, let found): (holder, ways) = (account, found)
      case .invalidRecoveryKey: holder = Account(stranger: request.nickname)
      case .store(let failure): throw .store(failure)
      case .signUpClosed:
        throw .store(
          StoreFailure(
            .permissionDenied,
            at: client.address.description,
            detail:
              "no account has the nickname \(request.nickname.text), and the service takes no new ones; ask its "
              + "operator for an account"
          )
        )
      default: throw .store(unsupported("\(error)"))
      }
      if key != nil { failures += 1 }
      let proof: RemoteProof?
      do {
        proof = try await prove(
          RemoteProofRequest(account: holder, purpose: .signIn, ways: ways, failures: failures)
        )
      } catch {
        throw .store(error)
      }
      guard case .recoveryKey(let given) = proof else { throw .proofDemanded(holder) }
      // Another body is another intention.
      (key, intention) = (given, newIntentionID())
    }
  }

  /// The ID of a sign-in, and whether an earlier call has begun it.
  private func begun(
    _ request: SignInRequest
  ) throws(NicknameError) -> (id: IntentionID, isOld: Bool) {
    if let id = request.context.intention { return (id, false) }
    let new = newIntentionID()
    guard let offline else { return (new, false) }
    do {
      let id = try offline.signIns.begin(
        new,
        under: request.nickname,
        on: request.terms,
        at: now()
      )
      return (id, id != new)
    } catch {
      throw .store(error)
    }
  }

  private func settle(_ signIn: IntentionID) {
    // If it stays, the service refuses its ID at the next sign-in, which then gets another one.
    try? offline?.signIns.end(signIn)
  }

  /// Changes the nickname of an account that is signed in on this device.
  public func rename(
    _ subject: SessionSubject,
    to nickname: Nickname,
    in context: RequestContext
  ) async throws(NicknameError) -> Renaming {
    struct Body: Encodable { let nickname: String }
    let call = RemoteCall(
      "PUT",
      "session",
      "nickname",
      query: [subject.parameter],
      body: Body(nickname: nickname.text),
      as: intention(context)
    )
    do {
      guard try await isKnown() else { throw NicknameError.notSignedIn }
      let answer = try await client.send(call, for: ChangedSessionAnswer.self)
      guard let before = answer.before else {
        throw RemoteRefusal.failed(client.failure("an answer without the former session"))
      }
      let renaming = Renaming(before: before.entry.holder, after: answer.after.entry.holder)
      if answer.after.entry.isActive { remember(SessionSnapshot(active: renaming.after)) }
      return renaming
    } catch RemoteRefusal.problem(let problem) {
      throw nicknameError(problem, nickname) ?? .store(problem.failure(of: address))
    } catch let error as NicknameError {
      throw error
    } catch {
      throw .store(storeFailure(error))
    }
  }

  /// Renames an account that is signed in on this device.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/unsupported`` without an ID: nobody could sign in to an
  ///   account that was added without signing in.
  public func assign(
    _ nickname: Nickname,
    to account: AccountID?,
    in context: RequestContext
  ) async throws(NicknameError) -> Account {
    guard let account else {
      throw .store(
        unsupported("a service adds an account by a sign-in alone; sign in under its nickname")
      )
    }
    do {
      return try await rename(.account(account), to: nickname, in: context).after.account
    } catch .sessionEnded {
      throw .notSignedIn
    }
  }

  /// Asks the service whether a nickname could be claimed.
  public func conflict(
    of nickname: Nickname,
    for account: AccountID?,
    in scope: StoreScope
  ) async throws(NicknameError) -> NicknameConflict? {
    let call = RemoteCall(
      get: "nicknames",
      nickname.text,
      query: [account.map { ("account", $0.description) }]
    )
    do {
      if account != nil, try await !isKnown() { throw NicknameError.notSignedIn }
      let answer = try await client.send(call, for: NicknameCheckAnswer.self)
      guard !answer.available else { return nil }
      let holder = answer.holder.flatMap { Nickname(told: $0) }.map { Account(stranger: $0) }
      switch (answer.code, holder, answer.until?.time) {
      case ("nicknameTaken", let holder?, _): return .taken(by: holder)
      case ("nicknameResembles", let holder?, _): return .resembles(holder)
      case (_, nil, let end?): return .resting(until: end)
      default: throw NicknameError.rejected(NicknameRejection(.reserved(nickname.text)))
      }
    } catch RemoteRefusal.problem(let problem) {
      throw nicknameError(problem, nickname) ?? .store(problem.failure(of: address))
    } catch let error as NicknameError {
      throw error
    } catch {
      throw .store(storeFailure(error))
    }
  }

  /// The error of a claim that a problem is; nil if it is none.
  func nicknameError(_ problem: RemoteProblem, _ nickname: Nickname) -> NicknameError? {
    let holder = Account(stranger: problem.holder.flatMap { Nickname(told: $0) } ?? nickname)
    switch problem.code {
    case "nicknameTaken":
      if let end = problem.until { return .resting(nickname, until: end) }
      return .taken(nickname, holder: holder)
    case "nicknameResembles": return .resembles(nickname, holder: holder)
    // The text is one by the rules: only the service can reserve it.
    case "invalidNickname": return .rejected(NicknameRejection(.reserved(nickname.text)))
    case "notSignedIn", "unauthorized": return .notSignedIn
    case "sessionEnded": return problem.session.map { .sessionEnded($0.holder) } ?? .notSignedIn
    case "proofRequired": return .proofDemanded(holder)
    case "accountSuspended": return .suspended(holder)
    case "tooManyAccounts":
      let end = now().advanced(by: .seconds(problem.retryAfter ?? 0))
      return .tooManyAccounts(until: problem.until ?? end)
    default: return nil
    }
  }
}

extension RemoteError {
  /// Whether the service refuses the ID of a request that came before.
  fileprivate var isOfRepetition: Bool {
    switch self {
    case .credential(.notRepeatable): true
    case .store(let failure): failure.reason == .idInUse
    default: false
    }
  }
}
#endif
