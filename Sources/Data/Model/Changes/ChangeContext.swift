package import MonikerDomain

/// A request with the time that the owner of the store sets.
package struct ChangeContext: Hashable, Sendable {
  package let time: Timestamp
  package let scope: StoreScope
  package let origin: Origin
  package let intention: IntentionID?
  package let content: SecretDigest?

  /// The location of the store, for failures.
  package var location = ""

  package init(
    at time: Timestamp,
    in scope: StoreScope,
    from origin: Origin = Origin(),
    intention: IntentionID? = nil,
    content: SecretDigest? = nil
  ) {
    self.time = time
    self.scope = scope
    self.origin = origin
    self.intention = intention
    self.content = content
  }

  package var deviceID: DeviceID { scope.deviceID }

  /// The part that the caller knows.
  package var request: RequestContext {
    RequestContext(in: scope, from: origin, intention: intention, content: content)
  }
}

/// A sign-in with what the owner of the store adds.
package struct SignInChange: Hashable, Sendable {
  package let nickname: Nickname
  package let newAccountID: AccountID
  package let newSessionID: SessionID
  package let terms: SessionTerms
  package let proof: SignInProof
  package let recoveryKey: SecretDigest?
  package let token: SecretDigest?
  package let context: ChangeContext

  package init(
    nickname: Nickname,
    newAccountID: AccountID,
    newSessionID: SessionID,
    on terms: SessionTerms = .unlimited,
    proof: SignInProof = .notDemanded,
    recoveryKey: SecretDigest? = nil,
    token: SecretDigest? = nil,
    at context: ChangeContext
  ) {
    self.nickname = nickname
    self.newAccountID = newAccountID
    self.newSessionID = newSessionID
    self.terms = terms
    self.proof = proof
    self.recoveryKey = recoveryKey
    self.token = token
    self.context = context
  }

  /// The part that the caller knows.
  package var request: SignInRequest {
    SignInRequest(
      nickname: nickname,
      on: terms,
      proof: proof,
      recoveryKey: recoveryKey,
      token: token,
      in: context.request
    )
  }
}

extension StoreOwner {
  /// Completes a request; a store calls it once for each call, in the task of the caller.
  package func change(_ request: RequestContext, at location: String) -> ChangeContext {
    var change = ChangeContext(
      at: now(),
      in: request.scope,
      from: request.origin,
      intention: request.intention,
      content: request.content
    )
    change.location = location
    return change
  }

  /// Completes a sign-in, likewise.
  package func change(_ request: SignInRequest, at location: String) -> SignInChange {
    SignInChange(
      nickname: request.nickname,
      newAccountID: newAccountID(),
      newSessionID: newSessionID(),
      on: request.terms,
      proof: request.proof,
      recoveryKey: request.recoveryKey,
      token: request.token,
      at: change(request.context, at: location)
    )
  }

  /// Completes the registration of a device, likewise: the device and its context.
  package func change(
    _ registration: DeviceRegistration,
    at location: String
  ) -> DeviceChange {
    let id = newDeviceID()
    let request = RequestContext(
      in: .device(id),
      from: registration.origin,
      intention: registration.intention,
      content: registration.content
    )
    let context = change(request, at: location)
    let device = Device(
      id: id,
      label: registration.label,
      registeredAt: context.time,
      origin: registration.origin
    )
    return DeviceChange(device: device, token: registration.token, context: context)
  }
}

extension StoreOwner {
  /// Completes the issue of an identity token, likewise.
  package func change(
    _ issue: IdentityTokenIssue,
    _ request: RequestContext,
    at location: String
  ) -> IdentityTokenChange {
    let context = change(request, at: location)
    let token = IdentityToken(
      id: newIdentityTokenID(),
      of: issue.account,
      issuedBy: context.deviceID,
      label: issue.label,
      at: context.time,
      expiresAt: issue.lifetime.map { context.time.advanced(by: $0) }
    )
    return IdentityTokenChange(token: token, digest: issue.digest, context: context)
  }
}

/// The issue of an identity token with what the owner of the store adds.
package struct IdentityTokenChange: Hashable, Sendable {
  package let token: IdentityToken
  package let digest: SecretDigest
  package let context: ChangeContext

  package init(token: IdentityToken, digest: SecretDigest, context: ChangeContext) {
    self.token = token
    self.digest = digest
    self.context = context
  }
}

/// The registration of a device with what the owner of the store adds.
package struct DeviceChange: Hashable, Sendable {
  package let device: Device
  package let token: SecretDigest
  package let context: ChangeContext

  package init(device: Device, token: SecretDigest, context: ChangeContext) {
    self.device = device
    self.token = token
    self.context = context
  }
}
