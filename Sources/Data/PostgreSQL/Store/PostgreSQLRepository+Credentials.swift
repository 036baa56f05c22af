#if Server
package import MonikerDomain
import MonikerModel

extension PostgreSQLRepository: DeviceRepository {
  /// See ``/MonikerDomain/DeviceRepository/register(_:)``.
  @concurrent package func register(
    _ registration: DeviceRegistration
  ) async throws(CredentialError) -> Device {
    let device = owner.change(registration, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.register(device)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/device(provenBy:)``.
  @concurrent package func device(
    provenBy digest: SecretDigest
  ) async throws(CredentialError) -> DeviceProof? {
    try await read(CredentialError.self, .statement) {
      transaction throws(PostgreSQLFailure) in try transaction.device(provenBy: digest)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/confirmToken(_:)``.
  @concurrent package func confirmToken(_ digest: SecretDigest) async throws(CredentialError) {
    try await change { transaction throws(PostgreSQLFailure) in try transaction.confirmToken(digest)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/replaceToken(of:with:in:)``.
  @concurrent package func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: location)
    try await change { transaction throws(PostgreSQLFailure) in
      try transaction.replaceToken(of: id, with: digest, context)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/replaceUnusedToken(of:with:ifFirst:in:)``.
  @concurrent package func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: location)
    try await change { transaction throws(PostgreSQLFailure) in
      try transaction.replaceUnusedToken(of: id, with: digest, ifFirst: mustBeFirst, context)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/forget(_:in:)``.
  @concurrent package func forget(
    _ id: DeviceID,
    in context: RequestContext
  ) async throws(CredentialError) -> [SessionEntry] {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.forget(id, context)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/devices(_:in:)``.
  @concurrent package func devices(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(CredentialError) -> Page<Device> {
    let view = view(scope)
    return try await read(CredentialError.self, .statement) {
      transaction throws(PostgreSQLFailure) in try transaction.devices(page, in: view)
    }
  }
}

extension PostgreSQLRepository: RecoveryKeyRepository {
  /// See ``/MonikerDomain/RecoveryKeyRepository/setRecoveryKey(_:of:proof:in:)``.
  @concurrent package func setRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: location)
    try await change { transaction throws(PostgreSQLFailure) in
      try transaction.setRecoveryKey(digest, of: account, proof: proof, context)
    }
  }

  /// See ``/MonikerDomain/RecoveryKeyRepository/isRecoveryKey(_:of:)``.
  @concurrent package func isRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID
  ) async throws(CredentialError) -> Bool {
    try await read(CredentialError.self, .statement) { transaction throws(PostgreSQLFailure) in
      try transaction.isRecoveryKey(digest, of: account)
    }
  }

  /// See ``/MonikerDomain/RecoveryKeyRepository/hasRecoveryKey(_:in:)``.
  @concurrent package func hasRecoveryKey(
    _ account: AccountID,
    in scope: StoreScope
  ) async throws(CredentialError) -> Bool {
    let view = view(scope)
    let found = try await read(
      CredentialError.self
    ) { transaction throws(PostgreSQLFailure) in try transaction.hasRecoveryKey(account, in: view) }
    return try found.get()
  }
}

extension PostgreSQLRepository: LinkRepository {
  /// See ``/MonikerDomain/LinkRepository/beginLink(for:deviceCode:userCode:in:)``.
  @concurrent package func beginLink(
    for purpose: LinkPurpose,
    deviceCode: SecretDigest,
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) -> Link {
    let context = owner.change(context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.beginLink(
        for: purpose,
        deviceCode: deviceCode,
        userCode: userCode,
        context
      )
    }
  }

  /// See ``/MonikerDomain/LinkRepository/link(userCode:in:)``.
  @concurrent package func link(
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) -> Link {
    let context = owner.change(context, at: location)
    let lookup: LinkLookup = try await change { transaction throws(PostgreSQLFailure) in
      try transaction.lookUpLink(userCode: userCode, context)
    }
    return try lookup.get()
  }

  /// See ``/MonikerDomain/LinkRepository/decide(for:userCode:in:)``.
  @concurrent package func decide(
    for account: AccountID?,
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: location)
    let decision: LinkDecision = try await change { transaction throws(PostgreSQLFailure) in
      try transaction.decide(for: account, userCode: userCode, context)
    }
    try decision.get()
  }

  /// See ``/MonikerDomain/LinkRepository/linkState(deviceCode:on:)``.
  @concurrent package func linkState(
    deviceCode: SecretDigest,
    on device: DeviceID
  ) async throws(CredentialError) -> LinkState {
    let time = queryTime()
    let found = try await read(
      CredentialError.self,
      .statement
    ) { transaction throws(PostgreSQLFailure) in
      try transaction.linkState(deviceCode: deviceCode, on: device, at: time)
    }
    return try found.get()
  }

  /// See ``/MonikerDomain/LinkRepository/redeem(deviceCode:on:in:)``.
  @concurrent package func redeem(
    deviceCode: SecretDigest,
    on terms: SessionTerms,
    in context: RequestContext
  ) async throws(CredentialError) -> SignIn {
    let context = owner.change(context, at: location)
    let newID = owner.newSessionID()
    return try await change { transaction throws(PostgreSQLFailure) in
      try transaction.redeem(deviceCode: deviceCode, on: terms, as: newID, context)
    }
  }
}

extension PostgreSQLRepository: IdentityTokenRepository {
  /// See ``/MonikerDomain/IdentityTokenRepository/issue(_:in:)``.
  @concurrent package func issue(
    _ issue: IdentityTokenIssue,
    in context: RequestContext
  ) async throws(CredentialError) -> IdentityToken {
    let token = owner.change(issue, context, at: location)
    return try await change { transaction throws(PostgreSQLFailure) in try transaction.issue(token)
    }
  }

  /// See ``/MonikerDomain/IdentityTokenRepository/account(identifiedBy:)``.
  @concurrent package func account(
    identifiedBy digest: SecretDigest
  ) async throws(CredentialError) -> Account? {
    let time = queryTime()
    return try await read(CredentialError.self, .statement) {
      transaction throws(PostgreSQLFailure) in
      try transaction.account(identifiedBy: digest, at: time)
    }
  }

  /// See ``/MonikerDomain/IdentityTokenRepository/identityTokens(of:in:)``.
  @concurrent package func identityTokens(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(CredentialError) -> [IdentityToken] {
    let view = view(scope)
    let found = try await read(
      CredentialError.self
    ) { transaction throws(PostgreSQLFailure) in
      try transaction.identityTokens(of: account, in: view)
    }
    return try found.get()
  }

  /// See ``/MonikerDomain/IdentityTokenRepository/revokeIdentityToken(_:in:)``.
  @concurrent package func revokeIdentityToken(
    _ id: IdentityTokenID,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: location)
    try await change { transaction throws(PostgreSQLFailure) in
      try transaction.revokeIdentityToken(id, context)
    }
  }
}
#endif
