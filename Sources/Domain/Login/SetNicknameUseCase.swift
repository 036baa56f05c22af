/// Signs in under a nickname, and changes nicknames.
public struct SetNicknameUseCase: Sendable {
  private let nicknames: any NicknameRepository
  private let sessions: any SessionRepository
  private let policy: NicknamePolicy
  private let context: RequestContext
  private let now: @Sendable () -> Timestamp

  /// Creates the use case over a store.
  ///
  /// - Parameters:
  ///   - nicknames: the store's nicknames.
  ///   - sessions: the sessions of the same store.
  ///   - policy: the limits and reserved names that apply beyond the standard.
  ///   - context: the context of the calls.
  ///   - now: returns the present time.
  public init(
    nicknames: any NicknameRepository,
    sessions: any SessionRepository,
    policy: NicknamePolicy = .standard,
    in context: RequestContext,
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.nicknames = nicknames
    self.sessions = sessions
    self.policy = policy
    self.context = context
    self.now = now
  }

  /// Signs in under a nickname, and claims it if no account holds it.
  ///
  /// A caller that sees everything owns the store, and needs no proof. A caller with a device's view
  /// needs one for an account that has no open session on the device.
  ///
  /// - Parameters:
  ///   - typed: the text that the person typed.
  ///   - terms: how long the session lasts.
  ///   - proof: the proof that the account is the caller's; nil for what the scope of the caller demands
  ///     at least, as above.
  ///   - recoveryKey: the digest of the recovery key that a new account gets; nil for none.
  /// - Returns: the account and session that are active now; the nickname has the account's own
  ///   spelling.
  /// - Throws: ``NicknameError/rejected(_:)``, before the store is accessed;
  ///   ``NicknameError/resembles(_:holder:)``; ``NicknameError/resting(_:until:)``;
  ///   ``NicknameError/proofDemanded(_:)``; ``NicknameError/store(_:)``.
  public func set(
    _ typed: String,
    on terms: SessionTerms = .unlimited,
    proof: SignInProof? = nil,
    recoveryKey: SecretDigest? = nil
  ) async throws(NicknameError) -> SignIn {
    return try await nicknames.signIn(
      SignInRequest(
        nickname: try nickname(from: typed),
        on: terms,
        proof: proof ?? context.withoutProof,
        recoveryKey: recoveryKey,
        in: context
      )
    )
  }

  /// Returns the nickname of the active account.
  ///
  /// - Returns: nil if no session is active, or if it has ended.
  /// - Throws: ``NicknameError/store(_:)``.
  public func fetch() async throws(NicknameError) -> Nickname? {
    do {
      let snapshot = try await sessions.session(of: .active, on: context.deviceID)
      guard case .signedIn(let active) = snapshot.state(at: now()) else { return nil }
      return active.account.nickname
    } catch {
      switch error {
      case .store(let failure): throw .store(failure)
      case .noSuchSession, .ambiguous, .notSignedIn, .sessionEnded: return nil
      }
    }
  }

  /// Changes the nickname of a signed-in account.
  ///
  /// - Parameters:
  ///   - subject: selects the account by its session.
  ///   - typed: the text that the person typed; it may be another spelling of the present nickname.
  /// - Returns: the account and session before and after.
  /// - Throws: ``NicknameError/rejected(_:)``, before the store is accessed;
  ///   ``NicknameError/notSignedIn``; ``NicknameError/sessionEnded(_:)``;
  ///   ``NicknameError/taken(_:holder:)``; ``NicknameError/resembles(_:holder:)``;
  ///   ``NicknameError/resting(_:until:)``; ``NicknameError/store(_:)``.
  public func rename(
    _ subject: SessionSubject = .active,
    to typed: String
  ) async throws(NicknameError) -> Renaming {
    try await nicknames.rename(subject, to: try nickname(from: typed), in: context)
  }

  /// Checks whether a nickname can be claimed now, for a form that shows it while the person types.
  ///
  /// Only a claim decides: another account may claim the nickname after the check.
  ///
  /// - Parameters:
  ///   - typed: the text that the person typed.
  ///   - account: the account that would claim it; nil for a new one.
  /// - Throws: ``NicknameError/rejected(_:)``, before the store is accessed;
  ///   ``NicknameError/taken(_:holder:)``; ``NicknameError/resembles(_:holder:)``;
  ///   ``NicknameError/resting(_:until:)``; ``NicknameError/notSignedIn`` if the scope of the caller has
  ///   no such account; ``NicknameError/store(_:)``.
  public func check(
    _ typed: String,
    for account: AccountID? = nil
  ) async throws(NicknameError) {
    let wanted = try nickname(from: typed)
    let conflict = try await nicknames.conflict(of: wanted, for: account, in: context.scope)
    if let conflict { throw conflict.error(for: wanted) }
  }

  private func nickname(from typed: String) throws(NicknameError) -> Nickname {
    do {
      return try Nickname(typed, under: policy)
    } catch {
      throw .rejected(error)
    }
  }
}
