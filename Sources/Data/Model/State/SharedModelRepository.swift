public import MonikerDomain

/// A store that keeps the model with its devices and credentials.
public protocol SharedModelRepository: ModelRepository, DeviceRepository,
  RecoveryKeyRepository, LinkRepository, IdentityTokenRepository, ProvenSessionRepository,
  SuspensionRepository
{}

extension SharedModelRepository {
  /// See ``/MonikerDomain/DeviceRepository/register(_:)``.
  public func register(
    _ registration: DeviceRegistration
  ) async throws(CredentialError) -> Device {
    let change = owner.change(registration, at: location)
    return try await perform { state throws(CredentialError) in try state.register(change) }
  }

  /// See ``/MonikerDomain/DeviceRepository/device(provenBy:)``.
  public func device(provenBy digest: SecretDigest) throws(CredentialError) -> DeviceProof? {
    try read(CredentialError.self) { $0.device(provenBy: digest) }
  }

  /// See ``/MonikerDomain/ProvenSessionRepository/sessions(provenBy:)``.
  public func sessions(
    provenBy digests: [SecretDigest]
  ) throws(CredentialError) -> [ProvenSession?] {
    try read(CredentialError.self) { state in
      digests.map { digest in
        state.device(provenBy: digest).map { proof in
          ProvenSession(proof, state.snapshot(of: .active, on: proof.device.id))
        }
      }
    }
  }

  /// See ``/MonikerDomain/ProvenSessionRepository/changeNotices()``.
  public nonisolated func changeNotices() -> AsyncStream<Void> { watchedChangeNotices() }

  /// See ``/MonikerDomain/DeviceRepository/confirmToken(_:)``.
  public func confirmToken(_ digest: SecretDigest) async throws(CredentialError) {
    try await perform { state throws(CredentialError) in state.confirmToken(digest) }
  }

  /// See ``/MonikerDomain/DeviceRepository/replaceToken(of:with:in:)``.
  public func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) {
    let change = owner.change(context, at: location)
    try await perform { state throws(CredentialError) in
      try state.replaceToken(of: id, with: digest, in: change)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/replaceUnusedToken(of:with:ifFirst:in:)``.
  public func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    in context: RequestContext
  ) async throws(CredentialError) {
    let change = owner.change(context, at: location)
    try await perform { state throws(CredentialError) in
      try state.replaceUnusedToken(of: id, with: digest, ifFirst: mustBeFirst, in: change)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/forget(_:in:)``.
  public func forget(
    _ id: DeviceID,
    in context: RequestContext
  ) async throws(CredentialError) -> [SessionEntry] {
    let change = owner.change(context, at: location)
    return try await perform { state throws(CredentialError) in
      try state.forget(id, in: change)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/devices(_:in:)``.
  public func devices(
    _ page: PageRequest,
    in scope: StoreScope
  ) throws(CredentialError) -> Page<Device> {
    let view = owner.view(scope)
    return try readPage(CredentialError.self) { state throws(StoreFailure) in
      try state.devices(page, in: view, at: location)
    }
  }

  /// See ``/MonikerDomain/RecoveryKeyRepository/setRecoveryKey(_:of:proof:in:)``.
  public func setRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(CredentialError) {
    let change = owner.change(context, at: location)
    try await perform { state throws(CredentialError) in
      try state.setRecoveryKey(digest, of: account, proof: proof, in: change)
    }
  }

  /// See ``/MonikerDomain/RecoveryKeyRepository/isRecoveryKey(_:of:)``.
  public func isRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID
  ) throws(CredentialError) -> Bool {
    try read(CredentialError.self) { $0.isRecoveryKey(digest, of: account) }
  }

  /// See ``/MonikerDomain/RecoveryKeyRepository/hasRecoveryKey(_:in:)``.
  public func hasRecoveryKey(
    _ account: AccountID,
    in scope: StoreScope
  ) throws(CredentialError) -> Bool {
    let view = owner.view(scope)
    let found = try read(CredentialError.self) { state in
      Result { () throws(CredentialError) in try state.hasRecoveryKey(account, in: view) }
    }
    return try found.get()
  }

  /// See ``/MonikerDomain/LinkRepository/beginLink(for:deviceCode:userCode:in:)``.
  public func beginLink(
    for purpose: LinkPurpose,
    deviceCode: SecretDigest,
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) -> Link {
    let change = owner.change(context, at: location)
    return try await perform { state throws(CredentialError) in
      try state.beginLink(
        for: purpose,
        deviceCode: deviceCode,
        userCode: userCode,
        in: change
      )
    }
  }

  /// See ``/MonikerDomain/LinkRepository/link(userCode:in:)``.
  public func link(
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) -> Link {
    let change = owner.change(context, at: location)
    return try await perform { state throws(CredentialError) in
      try state.lookUp(userCode: userCode, in: change)
    }.get()
  }

  /// See ``/MonikerDomain/LinkRepository/decide(for:userCode:in:)``.
  public func decide(
    for account: AccountID?,
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) {
    let change = owner.change(context, at: location)
    try await perform { state throws(CredentialError) in
      try state.decide(for: account, userCode: userCode, in: change)
    }.get()
  }

  /// See ``/MonikerDomain/LinkRepository/linkState(deviceCode:on:)``.
  public func linkState(
    deviceCode: SecretDigest,
    on device: DeviceID
  ) throws(CredentialError) -> LinkState {
    let time = owner.now()
    let found = try read(CredentialError.self) { state in
      Result { () throws(CredentialError) in
        try state.linkState(deviceCode: deviceCode, on: device, at: time)
      }
    }
    return try found.get()
  }

  /// See ``/MonikerDomain/LinkRepository/redeem(deviceCode:on:in:)``.
  public func redeem(
    deviceCode: SecretDigest,
    on terms: SessionTerms,
    in context: RequestContext
  ) async throws(CredentialError) -> SignIn {
    let change = owner.change(context, at: location)
    let newID = owner.newSessionID()
    return try await perform { state throws(CredentialError) in
      try state.redeem(deviceCode: deviceCode, on: terms, as: newID, in: change)
    }
  }

  /// See ``/MonikerDomain/IdentityTokenRepository/issue(_:in:)``.
  public func issue(
    _ issue: IdentityTokenIssue,
    in context: RequestContext
  ) async throws(CredentialError) -> IdentityToken {
    let change = owner.change(issue, context, at: location)
    return try await perform { state throws(CredentialError) in try state.issue(change) }
  }

  /// See ``/MonikerDomain/IdentityTokenRepository/account(identifiedBy:)``.
  public func account(identifiedBy digest: SecretDigest) throws(CredentialError) -> Account? {
    let time = owner.now()
    return try read(CredentialError.self) { $0.account(identifiedBy: digest, at: time) }
  }

  /// See ``/MonikerDomain/IdentityTokenRepository/identityTokens(of:in:)``.
  public func identityTokens(
    of account: AccountID,
    in scope: StoreScope
  ) throws(CredentialError) -> [IdentityToken] {
    let view = owner.view(scope)
    let found = try read(CredentialError.self) { state in
      Result { () throws(CredentialError) in
        try state.identityTokens(of: account, in: view)
      }
    }
    return try found.get()
  }

  /// See ``/MonikerDomain/IdentityTokenRepository/revokeIdentityToken(_:in:)``.
  public func revokeIdentityToken(
    _ id: IdentityTokenID,
    in context: RequestContext
  ) async throws(CredentialError) {
    let change = owner.change(context, at: location)
    try await perform { state throws(CredentialError) in
      try state.revokeIdentityToken(id, in: change)
    }
  }

  /// See ``/MonikerDomain/SuspensionRepository/suspend(_:in:)``.
  public func suspend(
    _ id: AccountID,
    in context: RequestContext
  ) async throws(AccountError) -> [SessionEntry] {
    let change = owner.change(context, at: location)
    return try await perform { state throws(AccountError) in
      try state.suspend(id, in: change)
    }
  }

  /// See ``/MonikerDomain/SuspensionRepository/resume(_:in:)``.
  public func resume(
    _ id: AccountID,
    in context: RequestContext
  ) async throws(AccountError) {
    let change = owner.change(context, at: location)
    try await perform { state throws(AccountError) in try state.resume(id, in: change) }
  }

  /// See ``/MonikerDomain/SuspensionRepository/unusedAccounts(createdBefore:in:)``.
  public func unusedAccounts(
    createdBefore end: Timestamp,
    in scope: StoreScope
  ) throws(AccountError) -> [Account] {
    try read(AccountError.self) { $0.unusedAccounts(createdBefore: end, in: scope) }
  }

  /// See ``/MonikerDomain/SuspensionRepository/refusal(by:)``.
  public func refusal(by quota: SignUpQuota) throws(AccountError) -> Timestamp? {
    let time = owner.now()
    return try read(AccountError.self) { $0.refusal(by: quota, at: time) }
  }

  /// See ``/MonikerDomain/SuspensionRepository/forgetUnused(_:registeredBefore:in:)``.
  public func forgetUnused(
    _ ids: [DeviceID],
    registeredBefore end: Timestamp,
    in context: RequestContext
  ) async throws(AccountError) -> Int {
    let change = owner.change(context, at: location)
    return try await perform { state throws(AccountError) in
      state.forgetUnused(ids, registeredBefore: end, in: change)
    }
  }
}
