/// Signs in under a nickname on a device of a shared store, which need not be registered yet.
///
/// What is refused is refused by reading, as far as that can be known: somebody who has proved nothing
/// causes no change of the store, and no wait for the disk.
public struct SharedSignInUseCase: Sendable {
  private let nicknames: any NicknameRepository
  private let accounts: any AccountRepository
  private let recoveryKeys: any RecoveryKeyRepository
  private let devices: any DeviceRepository
  private let intentions: IntentionsUseCase
  private let authentication: AuthenticationUseCase
  private let suspensions: any SuspensionRepository
  private let policy: NicknamePolicy
  private let signUp: SignUpPolicy
  private let quota: SignUpQuota?
  private let origin: Origin

  /// Creates the use case over a store.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - policy: the limits and reserved names that apply beyond the standard.
  ///   - signUp: whether anybody can make an account.
  ///   - quota: how many accounts may be added from the network of the calls; nil for any number.
  ///   - origin: the origin of the calls.
  ///   - now: returns the present time.
  public init(
    store: some NicknameRepository & AccountRepository & DeviceRepository
      & RecoveryKeyRepository & IdentityTokenRepository & IntentionRepository
      & SuspensionRepository,
    policy: NicknamePolicy = .standard,
    signUp: SignUpPolicy,
    quota: SignUpQuota? = nil,
    from origin: Origin,
    now: @escaping @Sendable () -> Timestamp
  ) {
    nicknames = store
    accounts = store
    devices = store
    recoveryKeys = store
    intentions = IntentionsUseCase(intentions: store, now: now)
    authentication = AuthenticationUseCase(store: store, now: now)
    self.policy = policy
    self.signUp = signUp
    self.quota = quota
    suspensions = store
    self.origin = origin
  }

  /// Signs in, and claims the nickname if no account holds it.
  ///
  /// - Parameters:
  ///   - typed: the text that the person typed.
  ///   - place: the device of the caller.
  ///   - terms: how long the session lasts.
  ///   - proof: the digest of the account's recovery key; nil if none is given.
  ///   - secrets: the digests of the secrets that the call may set.
  ///   - request: the request, if its caller may repeat it. A repetition gives the same session, and its
  ///     secrets replace those of the first request.
  /// - Returns: the device, the account and session that are active on it now, and which secrets were set.
  /// - Throws: ``SharedSignInError/nickname(_:)`` with the errors of
  ///   ``SetNicknameUseCase/set(_:on:proof:recoveryKey:)``; ``SharedSignInError/signUpClosed(_:)``;
  ///   ``SharedSignInError/notRepeatable(_:)``; ``SharedSignInError/store(_:)``.
  public func signIn(
    _ typed: String,
    on place: SignInPlace,
    terms: SessionTerms = .unlimited,
    proof: SecretDigest? = nil,
    secrets: SignInSecrets,
    repeatable request: RepeatableRequest? = nil
  ) async throws(SharedSignInError) -> SharedSignIn {
    let nickname: Nickname
    do {
      nickname = try Nickname(typed, under: policy)
    } catch {
      throw .nickname(.rejected(error))
    }
    var known: Device?
    if let request { known = try await deviceOfFirst(request, at: place, secrets) }
    if known == nil {
      do {
        try await refuseUnproved(nickname, proof, on: place)
      } catch {
        // The first request may have claimed the nickname since it was looked up.
        guard let request, let device = try await deviceOfFirst(request, at: place, secrets) else {
          throw error
        }
        known = device
      }
    }
    let device = if let known { known } else { try await device(at: place, secrets, request) }
    var result = try await signIn(
      SignInRequest(
        nickname: nickname,
        on: terms,
        proof: proof.map { .recoveryKey($0) } ?? .notGiven,
        recoveryKey: secrets.recoveryKey,
        token: place.isNew ? nil : secrets.token,
        quota: quota,
        in: RequestContext(
          in: .device(device.id),
          from: origin,
          intention: request?.intention,
          content: request?.content
        )
      ),
      on: device,
      at: place
    )
    if request != nil { result = try await withSecrets(secrets, result, at: place) }
    return result
  }

  private func signIn(
    _ request: SignInRequest,
    on device: Device,
    at place: SignInPlace
  ) async throws(SharedSignInError) -> SharedSignIn {
    do {
      let signIn = try await nicknames.signIn(request)
      return SharedSignIn(
        device: device,
        signIn: signIn,
        setsToken: place.isNew || signIn.isNewSession,
        setsRecoveryKey: signIn.isNewAccount
      )
    } catch .store(let failure) where failure.reason == .idInUse && request.context.content != nil {
      // The same ID has come with another content at the same time.
      throw .notRepeatable(.otherContent)
    } catch {
      // After a failure of the store the device stays: the caller repeats the request, and the session may even
      // be there.
      if case .store = error { throw SharedSignInError(error) }
      // Somebody else has claimed the nickname since it was looked up.
      if place.isNew { try? await forget(device) }
      throw SharedSignInError(error)
    }
  }

  // MARK: Repeated requests

  /// Returns the device of an earlier request with the same ID, which gets the token of this one.
  ///
  /// - Returns: nil if there was none.
  private func deviceOfFirst(
    _ request: RepeatableRequest,
    at place: SignInPlace,
    _ secrets: SignInSecrets
  ) async throws(SharedSignInError) -> Device? {
    do throws(CredentialError) {
      switch place {
      case .new:
        guard let device = try await authentication.registered(by: request) else { return nil }
        return try await authentication.givenToken(secrets.token, device, ifFirst: true)
      case .known(let device):
        guard let signIn = try await signIn(by: request, on: device) else { return nil }
        return signIn.isNewSession
          ? try await authentication.givenToken(secrets.token, device, ifFirst: false) : device
      }
    } catch {
      throw SharedSignInError(error)
    }
  }

  private func signIn(
    by request: RepeatableRequest,
    on device: Device
  ) async throws(CredentialError) -> SignIn? {
    do {
      let answer = try await intentions.answer(
        to: request.intention,
        content: request.content,
        in: .device(device.id)
      )
      guard case .signIn(let signIn) = answer else { return nil }
      return signIn
    } catch {
      throw CredentialError(error)
    }
  }

  /// Sets those secrets of a sign-in that another request has set with other values.
  ///
  /// The same request can come several times at once. A token and a recovery key are set in one step, so those that hold
  /// at the end are of one request.
  private func withSecrets(
    _ secrets: SignInSecrets,
    _ result: SharedSignIn,
    at place: SignInPlace
  ) async throws(SharedSignInError) -> SharedSignIn {
    do throws(CredentialError) {
      guard result.setsToken else { return result }
      let account = result.signIn.active.account.id
      let hasToken = try await devices.device(provenBy: secrets.token) != nil
      if result.setsRecoveryKey {
        let hasKey = try await recoveryKeys.isRecoveryKey(secrets.recoveryKey, of: account)
        if hasToken, hasKey { return result }
        try await recoveryKeys.setRecoveryKey(
          secrets.recoveryKey,
          of: account,
          proof: .unusedToken(replacedBy: secrets.token, ifFirst: place.isNew),
          in: RequestContext(in: .device(result.device.id), from: origin)
        )
      } else if !hasToken {
        _ = try await authentication.givenToken(
          secrets.token,
          result.device,
          ifFirst: place.isNew
        )
      }
      return result
    } catch {
      switch error {
      // The session has ended since, or the token of another answer was used.
      case .notSignedIn, .proofDemanded: throw .notRepeatable(.answered)
      default: throw SharedSignInError(error)
      }
    }
  }

  // MARK: What is refused

  private func refuseUnproved(
    _ nickname: Nickname,
    _ proof: SecretDigest?,
    on place: SignInPlace
  ) async throws(SharedSignInError) {
    if let holder = try await holder(of: nickname) {
      try await refuseUnproved(holder, proof, on: place)
    } else {
      try await refuseClaim(of: nickname)
    }
  }

  private func holder(of nickname: Nickname) async throws(SharedSignInError) -> Account? {
    try await found { () async throws(AccountError) in
      try await accounts.account(
        holding: NicknameReference(nickname),
        in: .everything(on: .local)
      )
    }
  }

  private func found(
    _ read: () async throws(AccountError) -> Account?
  ) async throws(SharedSignInError) -> Account? {
    do {
      return try await read()
    } catch .store(let failure) {
      throw .store(failure)
    } catch {
      // Looking an account up throws no other error.
      return nil
    }
  }

  private func refuseUnproved(
    _ account: Account,
    _ proof: SecretDigest?,
    on place: SignInPlace
  ) async throws(SharedSignInError) {
    do {
      if let proof, try await recoveryKeys.isRecoveryKey(proof, of: account.id) { return }
    } catch .store(let failure) {
      throw .store(failure)
    } catch {
      // Comparing a key throws no other error.
      throw .nickname(.proofDemanded(account))
    }
    // The device may have a session of the account.
    guard case .known(let device) = place,
      try await found({ () async throws(AccountError) in
        try await accounts.account(account.id, in: .device(device.id))
      }) != nil
    else { throw .nickname(.proofDemanded(account)) }
  }

  private func refuseClaim(of nickname: Nickname) async throws(SharedSignInError) {
    guard signUp == .open else { throw .signUpClosed(nickname) }
    let conflict: NicknameConflict?
    do {
      conflict = try await nicknames.conflict(of: nickname, for: nil, in: .everything(on: .local))
    } catch {
      throw SharedSignInError(error)
    }
    if let conflict { throw .nickname(conflict.error(for: nickname)) }
    guard let quota else { return }
    let end: Timestamp?
    do {
      end = try await suspensions.refusal(by: quota)
    } catch .store(let failure) {
      throw .store(failure)
    } catch {
      // Looking at a quota throws no other error.
      end = nil
    }
    if let end { throw .nickname(.tooManyAccounts(until: end)) }
  }

  private func device(
    at place: SignInPlace,
    _ secrets: SignInSecrets,
    _ request: RepeatableRequest?
  ) async throws(SharedSignInError) -> Device {
    switch place {
    case .known(let device): return device
    case .new(let label):
      do {
        return try await authentication.register(
          label,
          provenBy: secrets.token,
          from: origin,
          repeatable: request
        )
      } catch {
        throw SharedSignInError(error)
      }
    }
  }

  private func forget(_ device: Device) async throws(CredentialError) {
    _ = try await devices.forget(
      device.id,
      in: RequestContext(in: .device(device.id), from: origin)
    )
  }
}
