public import MonikerDomain
import MonikerModel

extension SQLiteRepository: DeviceRepository {
  /// See ``/MonikerDomain/DeviceRepository/register(_:)``.
  @concurrent public func register(
    _ registration: DeviceRegistration
  ) async throws(CredentialError) -> Device {
    let device = owner.change(registration, at: location)
    return try await change { connection throws(StoreFailure) in try connection.register(device) }
  }

  /// See ``/MonikerDomain/DeviceRepository/device(provenBy:)``.
  @concurrent public func device(
    provenBy digest: SecretDigest
  ) async throws(CredentialError) -> DeviceProof? {
    try await read(CredentialError.self, orElse: DeviceProof?.none) {
      connection throws(StoreFailure) in try connection.device(provenBy: digest)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/confirmToken(_:)``.
  @concurrent public func confirmToken(_ digest: SecretDigest) async throws(CredentialError) {
    try await change { connection throws(StoreFailure) in try connection.confirmToken(digest) }
  }

  /// See ``/MonikerDomain/DeviceRepository/replaceToken(of:with:in:)``.
  @concurrent public func replaceToken(
    of id: DeviceID,
    with digest: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: location)
    try await change { connection throws(StoreFailure) in
      try connection.replaceToken(of: id, with: digest, context)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/replaceUnusedToken(of:with:ifFirst:in:)``.
  @concurrent public func replaceUnusedToken(
    of id: DeviceID,
    with digest: SecretDigest,
    ifFirst mustBeFirst: Bool,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: location)
    try await change { connection throws(StoreFailure) in
      try connection.replaceUnusedToken(of: id, with: digest, ifFirst: mustBeFirst, context)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/forget(_:in:)``.
  @concurrent public func forget(
    _ id: DeviceID,
    in context: RequestContext
  ) async throws(CredentialError) -> [SessionEntry] {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.forget(id, context)
    }
  }

  /// See ``/MonikerDomain/DeviceRepository/devices(_:in:)``.
  @concurrent public func devices(
    _ page: PageRequest,
    in scope: StoreScope
  ) async throws(CredentialError) -> Page<Device> {
    let view = owner.view(scope)
    let none = Page<Device>(entries: [], next: nil)
    return try await read(CredentialError.self, orElse: none, isLong: true) {
      connection throws(StoreFailure) in try connection.devices(page, in: view)
    }
  }
}

extension SQLiteRepository: RecoveryKeyRepository {
  /// See ``/MonikerDomain/RecoveryKeyRepository/setRecoveryKey(_:of:proof:in:)``.
  @concurrent public func setRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID,
    proof: SignInProof,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: location)
    try await change { connection throws(StoreFailure) in
      try connection.setRecoveryKey(digest, of: account, proof: proof, context)
    }
  }

  /// See ``/MonikerDomain/RecoveryKeyRepository/isRecoveryKey(_:of:)``.
  @concurrent public func isRecoveryKey(
    _ digest: SecretDigest,
    of account: AccountID
  ) async throws(CredentialError) -> Bool {
    try await read(CredentialError.self, orElse: false) { connection throws(StoreFailure) in
      try connection.isRecoveryKey(digest, of: account)
    }
  }

  /// See ``/MonikerDomain/RecoveryKeyRepository/hasRecoveryKey(_:in:)``.
  @concurrent public func hasRecoveryKey(
    _ account: AccountID,
    in scope: StoreScope
  ) async throws(CredentialError) -> Bool {
    let view = owner.view(scope)
    let found = try await read(
      CredentialError.self,
      orElse: Result<Bool, CredentialError>.failure(.notSignedIn)
    ) { connection throws(StoreFailure) in try connection.hasRecoveryKey(account, in: view) }
    return try found.get()
  }
}

extension SQLiteRepository: LinkRepository {
  /// See ``/MonikerDomain/LinkRepository/beginLink(for:deviceCode:userCode:in:)``.
  @concurrent public func beginLink(
    for purpose: LinkPurpose,
    deviceCode: SecretDigest,
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) -> Link {
    let context = owner.change(context, at: location)
    return try await change { connection throws(StoreFailure) in
      try connection.beginLink(
        for: purpose,
        deviceCode: deviceCode,
        userCode: userCode,
        context
      )
    }
  }

  /// See ``/MonikerDomain/LinkRepository/link(userCode:in:)``.
  @concurrent public func link(
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) -> Link {
    let context = owner.change(context, at: location)
    let lookup: LinkLookup = try await change { connection throws(StoreFailure) in
      try connection.lookUpLink(userCode: userCode, context)
    }
    return try lookup.get()
  }

  /// See ``/MonikerDomain/LinkRepository/decide(for:userCode:in:)``.
  @concurrent public func decide(
    for account: AccountID?,
    userCode: SecretDigest,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: location)
    let decision: LinkDecision = try await change { connection throws(StoreFailure) in
      try connection.decide(for: account, userCode: userCode, context)
    }
    try decision.get()
  }

  /// See ``/MonikerDomain/LinkRepository/linkState(deviceCode:on:)``.
  @concurrent public func linkState(
    deviceCode: SecretDigest,
    on device: DeviceID
  ) async throws(CredentialError) -> LinkState {
    let time = owner.now()
    let found = try await read(
      CredentialError.self,
      orElse: Result<LinkState, CredentialError>.failure(.noSuchLink)
    ) { connection throws(StoreFailure) in
      try connection.linkState(deviceCode: deviceCode, on: device, at: time)
    }
    return try found.get()
  }

  /// See ``/MonikerDomain/LinkRepository/redeem(deviceCode:on:in:)``.
  @concurrent public func redeem(
    deviceCode: SecretDigest,
    on terms: SessionTerms,
    in context: RequestContext
  ) async throws(CredentialError) -> SignIn {
    let context = owner.change(context, at: location)
    let newID = owner.newSessionID()
    return try await change { connection throws(StoreFailure) in
      try connection.redeem(deviceCode: deviceCode, on: terms, as: newID, context)
    }
  }
}

extension SQLiteRepository: IdentityTokenRepository {
  /// See ``/MonikerDomain/IdentityTokenRepository/issue(_:in:)``.
  @concurrent public func issue(
    _ issue: IdentityTokenIssue,
    in context: RequestContext
  ) async throws(CredentialError) -> IdentityToken {
    let token = owner.change(issue, context, at: location)
    return try await change { connection throws(StoreFailure) in try connection.issue(token) }
  }

  /// See ``/MonikerDomain/IdentityTokenRepository/account(identifiedBy:)``.
  @concurrent public func account(
    identifiedBy digest: SecretDigest
  ) async throws(CredentialError) -> Account? {
    let time = owner.now()
    return try await read(CredentialError.self, orElse: Account?.none) {
      connection throws(StoreFailure) in try connection.account(identifiedBy: digest, at: time)
    }
  }

  /// See ``/MonikerDomain/IdentityTokenRepository/identityTokens(of:in:)``.
  @concurrent public func identityTokens(
    of account: AccountID,
    in scope: StoreScope
  ) async throws(CredentialError) -> [IdentityToken] {
    let view = owner.view(scope)
    let found = try await read(
      CredentialError.self,
      orElse: Result<[IdentityToken], CredentialError>.failure(.notSignedIn)
    ) { connection throws(StoreFailure) in
      try connection.identityTokens(of: account, in: view)
    }
    return try found.get()
  }

  /// See ``/MonikerDomain/IdentityTokenRepository/revokeIdentityToken(_:in:)``.
  @concurrent public func revokeIdentityToken(
    _ id: IdentityTokenID,
    in context: RequestContext
  ) async throws(CredentialError) {
    let context = owner.change(context, at: location)
    try await change { connection throws(StoreFailure) in
      try connection.revokeIdentityToken(id, context)
    }
  }
}
