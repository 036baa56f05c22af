/// Setting a nickname, which signs its holder in, and changing it.
public struct SetNicknameUseCase: Sendable {
  private let nicknames: any NicknameRepository
  private let sessions: any SessionRepository
  private let policy: NicknamePolicy
  private let now: @Sendable () -> RequestContext
  private let newAccountID: @Sendable () -> AccountID
  private let newSessionID: @Sendable () -> SessionID

  /// Makes the use case over a store.
  ///
  /// - Parameters:
  ///   - nicknames: the store's nicknames.
  ///   - sessions: the sessions of the same store.
  ///   - policy: what is demanded of nicknames beyond the rules of the standard.
  ///   - now: what the clock says at each call, and where this is.
  ///   - newAccountID: an identity that was never given before.
  ///   - newSessionID: likewise.
  public init(
    nicknames: any NicknameRepository,
    sessions: any SessionRepository,
    policy: NicknamePolicy = .standard,
    now: @escaping @Sendable () -> RequestContext,
    newAccountID: @escaping @Sendable () -> AccountID,
    newSessionID: @escaping @Sendable () -> SessionID
  ) {
    self.nicknames = nicknames
    self.sessions = sessions
    self.policy = policy
    self.now = now
    self.newAccountID = newAccountID
    self.newSessionID = newSessionID
  }

  /// Signs a person in under a nickname, which is claimed if nobody holds it yet.
  ///
  /// - Parameters:
  ///   - typed: what the person typed.
  ///   - terms: for how long.
  /// - Returns: who is signed in now; the nickname may be spelled as its account spells it.
  /// - Throws: ``NicknameError/rejected(_:)``, before the store is asked for anything;
  ///   ``NicknameError/resembles(_:holder:)``; ``NicknameError/store(_:)``.
  public func set(
    _ typed: String,
    on terms: SessionTerms = .unlimited
  ) async throws(NicknameError) -> SignIn {
    try await nicknames.signIn(
      SignInRequest(
        nickname: try nickname(from: typed),
        newAccountID: newAccountID(),
        newSessionID: newSessionID(),
        on: terms,
        at: now()
      )
    )
  }

  /// The nickname of whoever is signed in; nil when nobody is, or the session has expired.
  ///
  /// - Throws: ``NicknameError/store(_:)``.
  public func fetch() async throws(NicknameError) -> Nickname? {
    do {
      guard case .signedIn(let active) = try await sessions.current().state(at: now().time)
      else {
        return nil
      }
      return active.account.nickname
    } catch {
      switch error {
      case .store(let failure): throw .store(failure)
      case .noSuchSession, .ambiguous, .notSignedIn, .sessionEnded: return nil
      }
    }
  }

  /// Gives whoever is signed in another nickname.
  ///
  /// - Parameters:
  ///   - subject: who is meant.
  ///   - typed: what the person typed; the present nickname in another spelling will do.
  /// - Returns: the account before and after.
  /// - Throws: ``NicknameError/rejected(_:)``, before the store is asked for anything;
  ///   ``NicknameError/notSignedIn``; ``NicknameError/sessionEnded(_:)``;
  ///   ``NicknameError/taken(_:holder:)``; ``NicknameError/resembles(_:holder:)``;
  ///   ``NicknameError/store(_:)``.
  public func rename(
    _ subject: SessionSubject = .active,
    to typed: String
  ) async throws(NicknameError) -> Renaming {
    try await nicknames.rename(subject, to: try nickname(from: typed), at: now())
  }

  /// The nicknames that are held, in the order in which their accounts were made.
  ///
  /// - Throws: ``NicknameError/store(_:)``.
  public func known() async throws(NicknameError) -> [Nickname] {
    try await nicknames.accounts().map(\.nickname)
  }

  private func nickname(from typed: String) throws(NicknameError) -> Nickname {
    do {
      return try Nickname(typed, under: policy)
    } catch {
      throw .rejected(error)
    }
  }
}
