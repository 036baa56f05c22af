#if Server
public import MonikerDomain

extension RemoteRepository: AccountRepository {
  /// Returns a page of the accounts that are signed in on this device.
  public func accounts(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(AccountError) -> Page<AccountEntry> {
    do {
      let call = RemoteCall(get: "accounts", query: page.parameters)
      return try await self.page(call, page, for: AccountPageAnswer.self, \.page)
    } catch {
      throw .store(error)
    }
  }

  /// Returns the account that holds a nickname, of those on this device.
  public func account(
    holding reference: NicknameReference,
    in scope: StoreScope
  ) async throws(AccountError) -> Account? {
    try await all(in: scope).first { reference.leads(to: $0.account) }?.account
  }

  /// Returns the account with an ID, of those on this device.
  public func account(
    _ id: AccountID,
    in scope: StoreScope
  ) async throws(AccountError) -> Account? {
    try await all(in: scope).first { $0.account.id == id }?.account
  }

  private func all(in scope: StoreScope) async throws(AccountError) -> [AccountEntry] {
    try await PageCursor.all { page throws(AccountError) in try await accounts(page, in: scope) }
  }

  /// Makes the session of an account the active one.
  public func activate(
    _ target: SwitchTarget,
    in context: RequestContext
  ) async throws(AccountError) -> Activation {
    let call = RemoteCall(
      "PUT",
      "accounts",
      "active",
      body: target.body,
      as: intention(context)
    )
    do {
      guard try await isKnown() else { throw RemoteRefusal.problem(.notSignedIn) }
      let answer = try await client.send(call, for: ChangedSessionAnswer.self)
      remember(SessionSnapshot(active: answer.after.entry.holder))
      return Activation(before: answer.before?.entry.holder, after: answer.after.entry.holder)
    } catch RemoteRefusal.problem(let problem) {
      throw try await error(problem, target, in: context.scope)
    } catch {
      throw .store(storeFailure(error))
    }
  }

  private func error(
    _ problem: RemoteProblem,
    _ target: SwitchTarget,
    in scope: StoreScope
  ) async throws(AccountError) -> AccountError {
    switch problem.code {
    case "ambiguous":
      let open = try await all(in: scope).filter { $0.isSignedIn && !$0.isActive }
      return .ambiguous(open.prefix(AccountError.maximumCandidates).map(\.account))
    case "sessionEnded":
      if let session = problem.session { return .sessionEnded(session.holder) }
    case "noSuchAccount", "notSignedIn", "unauthorized":
      switch target {
      case .onlyOther: return .ambiguous([])
      case .account(let id): return .noSuchAccount(id.description)
      case .holder(let reference): return .noSuchAccount(reference.text)
      }
    default: break
    }
    return .store(problem.failure(of: address))
  }

  /// Removes an account; the proof that it needs is asked of the person.
  ///
  /// - Throws: ``/MonikerDomain/AccountError/proofDemanded(_:)`` if they have no proof.
  public func remove(
    _ id: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(AccountError) -> AccountRemoval? {
    guard let entry = try await entry(of: id) else { return nil }
    var given: RemoteProof?
    var intention = intention(context)
    var failures = 0
    while true {
      let error: RemoteError
      do throws(RemoteError) {
        return try await remove(entry, proof: given, as: intention)
      } catch let found {
        error = found
      }
      var ways = RemoteProofWay.allCases
      switch error {
      case .proofRequired(_, let found): ways = found
      case .invalidRecoveryKey: break
      case .store(let failure): throw .store(failure)
      default: throw .store(unsupported("\(error)"))
      }
      if given != nil { failures += 1 }
      given = try await self.proof(
        RemoteProofRequest(
          account: entry.account,
          purpose: .removal,
          ways: ways,
          failures: failures
        )
      )
      switch given {
      case .link(let link): return try await remove(entry, approvedBy: link)
      case .recoveryKey: break
      case nil: throw .proofDemanded(entry.account)
      }
      // Another body is another intention.
      intention = newIntentionID()
    }
  }

  /// Removes an account as soon as another device has approved it.
  private func remove(
    _ entry: AccountEntry,
    approvedBy link: RemoteLink
  ) async throws(AccountError) -> AccountRemoval {
    var removal: AccountRemoval?
    do throws(StoreFailure) {
      _ = try await awaitApproval(link) { () async throws(RemoteError) in
        do throws(RemoteError) {
          // Each look is the same intention: the answer to one that was lost may have been the removal.
          removal = try await remove(entry, proof: .link(link), as: link.intention)
          return true
        } catch {
          guard case .credential(.linkNotApproved(.pending)) = error else { throw error }
          return nil
        }
      }
    } catch {
      throw .store(error)
    }
    guard let removal else { throw .proofDemanded(entry.account) }
    return removal
  }

  private func proof(_ request: RemoteProofRequest) async throws(AccountError) -> RemoteProof? {
    do {
      return try await prove(request)
    } catch {
      throw .store(error)
    }
  }

  /// Removes an account with its sessions.
  ///
  /// - Parameters:
  ///   - id: an account on this device.
  ///   - proof: the recovery key, or the approval of another device; nil for none.
  ///   - intention: the ID of the intention; nil for a new one.
  /// - Returns: nil if it is not on this device, and nothing was changed.
  /// - Throws: ``RemoteError``.
  public func remove(
    _ id: AccountID,
    proof: RemoteProof?,
    as intention: IntentionID? = nil
  ) async throws(RemoteError) -> AccountRemoval? {
    let entry: AccountEntry?
    do throws(AccountError) {
      entry = try await self.entry(of: id)
    } catch {
      throw .store(storeFailure(error))
    }
    guard let entry else { return nil }
    return try await remove(entry, proof: proof, as: intention ?? newIntentionID())
  }

  private func entry(of id: AccountID) async throws(AccountError) -> AccountEntry? {
    try await all(in: .device(.local)).first { $0.account.id == id }
  }

  private func remove(
    _ entry: AccountEntry,
    proof: RemoteProof?,
    as intention: IntentionID
  ) async throws(RemoteError) -> AccountRemoval {
    var call = RemoteCall(
      "DELETE",
      "account",
      query: [SessionSubject.account(entry.account.id).parameter],
      body: ProofBody(nickname: entry.account.nickname.text, proof),
      as: intention
    )
    if case .link = proof { call.isAskedAgain = true }
    do {
      _ = try await client.send(call, for: RemovalAnswer.self)
      if entry.isActive { remember(SessionSnapshot(active: nil)) }
      let open = entry.session.flatMap { $0.ending == nil ? $0 : nil }
      return AccountRemoval(account: entry.account, session: open)
    } catch {
      throw remoteError(error, about: entry.account)
    }
  }

  /// The failure that an error of a call is.
  func storeFailure(_ error: any Error) -> StoreFailure {
    switch error {
    case let failure as StoreFailure: failure
    case let refusal as RemoteRefusal: failure(refusal)
    case AccountError.store(let failure), SessionError.store(let failure): failure
    default: client.failure("\(error)")
    }
  }
}

extension SwitchTarget {
  fileprivate struct Body: Encodable, Sendable {
    var accountID: String?
    var nickname: String?
    var onlyOther: Bool?
  }

  fileprivate var body: Body {
    switch self {
    case .account(let id): Body(accountID: id.description)
    case .holder(let reference): Body(nickname: reference.text)
    case .onlyOther: Body(onlyOther: true)
    }
  }
}

extension RemoteProblem {
  /// What a device is told on which nobody is signed in.
  fileprivate static let notSignedIn = RemoteProblem(code: "notSignedIn")

  private init(code: String) {
    self.init(
      status: 401,
      code: code,
      ways: [],
      session: nil,
      holder: nil,
      until: nil,
      retryAfter: nil
    )
  }
}
#endif
