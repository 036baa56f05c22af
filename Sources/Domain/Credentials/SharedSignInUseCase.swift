/// Signs in under a nickname on a device of a shared store, which need not be registered yet.
///
/// What is refused is refused by reading, as far as that can be known: somebody who has proved nothing
/// causes no change of the store, and no wait for the disk.
public struct SharedSignInUseCase: Sendable {
  private let nicknames: any NicknameRepository
  private let accounts: any AccountRepository
  private let devices: any DeviceRepository
  private let recoveryKeys: any RecoveryKeyRepository
  private let policy: NicknamePolicy
  private let signUp: SignUpPolicy
  private let origin: Origin

  /// Creates the use case over a store.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - policy: the limits and reserved names that apply beyond the standard.
  ///   - signUp: whether anybody can make an account.
  ///   - origin: the origin of the calls.
  public init(
    store: some NicknameRepository & AccountRepository & DeviceRepository & RecoveryKeyRepository,
    policy: NicknamePolicy = .standard,
    signUp: SignUpPolicy,
    from origin: Origin
  ) {
    nicknames = store
    accounts = store
    devices = store
    recoveryKeys = store
    self.policy = policy
    self.signUp = signUp
    self.origin = origin
  }

  /// Signs in, and claims the nickname if no account holds it.
  ///
  /// - Parameters:
  ///   - typed: the text that the person typed.
  ///   - place: the device of the caller.
  ///   - terms: how long the session lasts.
  ///   - proof: the digest of the account's recovery key; nil if none is given.
  ///   - recoveryKey: the digest of the recovery key that a new account gets.
  /// - Returns: the device, and the account and session that are active on it now.
  /// - Throws: ``SharedSignInError/nickname(_:)`` with the errors of ``SetNicknameUseCase/set(_:on:proof:recoveryKey:)``;
  ///   ``SharedSignInError/signUpClosed(_:)``; ``SharedSignInError/store(_:)``.
  public func signIn(
    _ typed: String,
    on place: SignInPlace,
    terms: SessionTerms = .unlimited,
    proof: SecretDigest? = nil,
    recoveryKey: SecretDigest
  ) async throws(SharedSignInError) -> SharedSignIn {
    let nickname: Nickname
    do {
      nickname = try Nickname(typed, under: policy)
    } catch {
      throw .nickname(.rejected(error))
    }
    let holder = try await holder(of: nickname)
    if let holder {
      try await refuseUnproved(holder, proof, on: place)
    } else {
      try await refuseClaim(of: nickname)
    }
    let device = try await device(at: place)
    let request = SignInRequest(
      nickname: nickname,
      on: terms,
      proof: proof.map { .recoveryKey($0) } ?? .notGiven,
      recoveryKey: recoveryKey,
      in: RequestContext(in: .device(device.id), from: origin)
    )
    do {
      return SharedSignIn(device: device, signIn: try await nicknames.signIn(request))
    } catch {
      // Somebody else has claimed the nickname since it was looked up.
      if case .new = place { try? await forget(device) }
      throw SharedSignInError(error)
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
  }

  private func device(at place: SignInPlace) async throws(SharedSignInError) -> Device {
    switch place {
    case .known(let device): return device
    case .new(let registration):
      do {
        return try await devices.register(registration)
      } catch .store(let failure) {
        throw .store(failure)
      } catch {
        // No store throws another error for a registration; one that does must not end a service.
        throw .store(StoreFailure(.inputOutput, at: "the devices", detail: "\(error)"))
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

/// Whether anybody can make an account of a shared store.
public enum SignUpPolicy: String, Hashable, Sendable, CaseIterable {
  /// Anybody can, by signing in under a nickname that is free.
  case open

  /// Nobody can.
  case closed
}

/// The device on which somebody signs in.
public enum SignInPlace: Hashable, Sendable {
  /// A registered device, which the caller has proved to be.
  case known(Device)

  /// A device that is registered for the sign-in.
  case new(DeviceRegistration)
}

/// The result of a sign-in on a shared store.
public struct SharedSignIn: Hashable, Sendable {
  /// The device.
  public let device: Device

  /// The account and session that are active on it now.
  public let signIn: SignIn

  /// Creates the value.
  public init(device: Device, signIn: SignIn) {
    self.device = device
    self.signIn = signIn
  }
}

/// The errors of signing in on a shared store.
public enum SharedSignInError: Error, Hashable, Sendable {
  /// The nickname cannot be signed in under; never ``NicknameError/store(_:)``.
  case nickname(NicknameError)

  /// No account holds the nickname, and nobody can make an account.
  case signUpClosed(Nickname)

  /// The store failed; nothing was changed unless the failure says otherwise.
  case store(StoreFailure)

  fileprivate init(_ error: NicknameError) {
    self = if case .store(let failure) = error { .store(failure) } else { .nickname(error) }
  }
}
