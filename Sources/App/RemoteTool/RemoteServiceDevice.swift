#if Server
import MonikerDomain
import MonikerPresentation
import MonikerRemote
import MonikerTool

/// This device at a service, as the tool's commands use it.
struct RemoteServiceDevice: ServiceDevice {
  let repository: RemoteRepository
  /// The folder of what this device keeps; nil for nothing.
  let folder: String?
  let keys: RecoveryKeys
  let waiting: LinkWaiting
  /// Whether the token is one that only identifies.
  let isIdentityToken: Bool

  var interruption: Problem? { keys.interruption }

  func identity() async throws(Problem) -> IdentityOutcome? {
    guard isIdentityToken else { return nil }
    return try await translated { () async throws(RemoteError) in
      let identity = try await repository.identity()
      return IdentityOutcome(
        nickname: identity.nickname,
        accountID: identity.accountID,
        store: StoreDescription(kind: "service", location: repository.address.description)
      )
    }
  }

  func begin(_ use: NetworkUse) async throws(Problem) {
    guard let folder, use != .none else { return }
    do {
      try await repository.send(SignOutQueue(path: "\(folder)/sign-outs"))
    } catch {
      guard use == .optional, error.reason == .unreachable else { throw Problem(error) }
    }
  }

  func prepareToSignIn(
    as nickname: String,
    _ accounts: SetNicknameUseCase
  ) async throws(Problem) {
    do {
      try keys.prepare()
    } catch {
      // Only a new account has a new key; of anything else the sign-in tells.
      guard try await isFree(nickname, accounts) else { return }
      throw error
    }
  }

  private func isFree(
    _ nickname: String,
    _ accounts: SetNicknameUseCase
  ) async throws(Problem) -> Bool {
    do {
      try await accounts.check(nickname)
      return true
    } catch .store(let failure) {
      // Nobody knows: the nickname may be free, and its key would be lost.
      throw Problem(failure)
    } catch {
      return false
    }
  }

  func signInByLink(on terms: SessionTerms) async throws(Problem) -> SignIn {
    try await translated { () async throws(RemoteError) in
      let link = try await repository.beginLink()
      waiting.show(link)
      let result = try await waiting.answer(to: link) { () async throws(RemoteError) in
        try await repository.redeem(link, on: terms)
      }
      guard let result else { throw .link(.expired) }
      if let doubt = result.doubt { throw .store(doubt) }
      return result.signIn
    }
  }

  func link(_ userCode: String) async throws(Problem) -> LinkRequest {
    try await translated { () async throws(RemoteError) in
      let details = try await repository.link(userCode: userCode)
      return LinkRequest(
        purpose: details.purpose,
        label: details.label,
        host: details.origin.host,
        startedAt: details.startedAt
      )
    }
  }

  func approve(_ userCode: String, for account: AccountID) async throws(Problem) {
    try await translated { () async throws(RemoteError) in
      try await repository.approve(userCode: userCode, for: account)
    }
  }

  func deny(_ userCode: String) async throws(Problem) {
    try await translated { () async throws(RemoteError) in
      try await repository.deny(userCode: userCode)
    }
  }

  func issueToken(
    for account: AccountID,
    label: String?,
    lifetime: Duration?
  ) async throws(Problem) -> (token: IdentityToken, secret: String) {
    try await translated { () async throws(RemoteError) in
      let issued = try await repository.issueToken(for: account, label: label, lifetime: lifetime)
      return (issued.token, issued.secret.text)
    }
  }

  func identityTokens(of account: AccountID) async throws(Problem) -> [IdentityToken] {
    try await translated { () async throws(RemoteError) in
      try await repository.identityTokens(of: account)
    }
  }

  func revokeToken(_ id: IdentityTokenID, of account: AccountID) async throws(Problem) {
    try await translated { () async throws(RemoteError) in
      try await repository.revokeToken(id, of: account)
    }
  }

  func devices() async throws(Problem) -> [DeviceEntry] {
    try await translated { () async throws(RemoteError) in
      try await PageCursor.all { page throws(RemoteError) in try await repository.devices(page) }
        .map { DeviceEntry($0.device, isCurrent: $0.isCurrent) }
    }
  }

  func forget() async throws(Problem) -> Int {
    try await translated { () async throws(RemoteError) in
      try await repository.forgetDevice().count
    }
  }

  func replaceRecoveryKey(of account: Account) async throws(Problem) {
    try keys.prepare()
    var failures = 0
    while true {
      let request = RemoteProofRequest(
        account: account,
        purpose: .recoveryKey,
        ways: RemoteProofWay.allCases,
        failures: failures
      )
      let proof = try await translated { () async throws(RemoteError) in
        do throws(StoreFailure) {
          return try await keys.proof(
            request,
            linkedBy: { _ throws(RemoteError) in
              try await repository.beginLink(for: .recoveryKey)
            },
            waiting
          )
        } catch {
          throw .store(error)
        }
      }
      guard let proof else {
        if let interruption { throw interruption }
        throw Problem(
          .permissionDenied,
          "The present recovery key of \(account.nickname.text.visible) was not given. Name its file with "
            + "--recovery-key-file, or type it at a terminal. Nothing was changed."
        )
      }
      if try await replaced(account, proof) { return }
      failures += 1
    }
  }

  /// Replaces the key; returns false if the proof is wrong.
  private func replaced(
    _ account: Account,
    _ proof: RemoteProof
  ) async throws(Problem) -> Bool {
    try await translated { () async throws(RemoteError) in
      if case .link(let link) = proof {
        let replacement = try await waiting.answer(to: link) { () async throws(RemoteError) in
          do throws(RemoteError) {
            return try await repository.replaceRecoveryKey(of: account, proof: proof)
          } catch {
            guard case .credential(.linkNotApproved(.pending)) = error else { throw error }
            return nil
          }
        }
        guard let replacement else { throw .link(.expired) }
        if let doubt = replacement.doubt { throw .store(doubt) }
        return true
      }
      do throws(RemoteError) {
        let replacement = try await repository.replaceRecoveryKey(of: account, proof: proof)
        if let doubt = replacement.doubt { throw .store(doubt) }
        return true
      } catch {
        switch error {
        case .proofRequired, .invalidRecoveryKey: return false
        default: throw error
        }
      }
    }
  }

  func lastTold() throws(Problem) -> (snapshot: SessionSnapshot, time: Timestamp)? {
    guard let folder else {
      throw Problem(
        .storeUnreachable,
        "Of a device whose token is in the variable \(RemoteConnector.tokenVariable) nothing is kept. Ask the "
          + "service \(repository.address)."
      )
    }
    do throws(StoreFailure) {
      return try LastAnswerFile(in: folder, for: repository.address).load()
        .map { ($0.snapshot, $0.time) }
    } catch {
      throw Problem(error)
    }
  }

  /// Runs calls of the service, and describes what it refuses.
  private func translated<Answer>(
    _ body: () async throws(RemoteError) -> Answer
  ) async throws(Problem) -> Answer {
    do {
      return try await body()
    } catch {
      throw Problem(error)
    }
  }
}

extension Problem {
  /// Describes what a service refuses.
  init(_ error: RemoteError) {
    switch error {
    case .proofRequired, .invalidRecoveryKey, .signUpClosed:
      self.init(.permissionDenied, error.description)
    case .link(.denied): self.init(.linkDenied, error.description)
    case .link(.expired): self.init(.noSuchLink, "\(error) Begin again.")
    case .nickname(let error): self.init(error)
    case .credential(let credential):
      switch credential {
      case .notSignedIn: self.init(.notSignedIn, error.description, .signIn(nil))
      case .proofDemanded: self.init(.permissionDenied, error.description)
      case .noSuchLink:
        self.init(.noSuchLink, "\(error) Look at the other device, and type it again.")
      case .noSuchDevice: self.init(.noSuchDevice, error.description)
      case .noSuchIdentityToken: self.init(.noSuchIdentityToken, error.description)
      case .tooManyWrongCodes: self.init(.tooManyWrongCodes, error.description)
      case .sessionsTooNew: self.init(.sessionsTooNew, error.description)
      case .tooManyIdentityTokens: self.init(.tooManyIdentityTokens, error.description)
      case .noUnusedToken, .linkNotApproved, .notRepeatable, .store:
        self.init(.failure, error.description)
      }
    case .store(let failure): self.init(failure)
    }
  }
}
#endif
