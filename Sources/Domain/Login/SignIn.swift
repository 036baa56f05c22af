/// The wish to be signed in under a nickname, with all that a store needs to fulfil it in one step.
public struct SignInRequest: Hashable, Sendable {
  /// Whose nickname is meant.
  public let reference: NicknameReference

  /// What a new account would claim, or why there can be none.
  public let claim: Result<Nickname, NicknameRejection>

  /// The identity that the account gets if nobody is meant yet.
  public let newAccountID: AccountID

  /// The identity that the session gets if one has to be opened.
  public let newSessionID: SessionID

  /// When the wish is made.
  public let time: Timestamp

  /// When a session that is opened or renewed runs out; nil if never.
  public let expiresAt: Timestamp?

  /// A session that is kept is renewed if it runs out before this; nil for never.
  public let renewedBefore: Timestamp?

  /// Where the wish is made.
  public let origin: Origin

  /// Makes the value for a nickname.
  ///
  /// - Parameters:
  ///   - nickname: the nickname, spelled as it is.
  ///   - newAccountID: an identity that was never given before.
  ///   - newSessionID: likewise.
  ///   - time: see ``time``.
  ///   - expiresAt: see ``expiresAt``.
  ///   - renewedBefore: see ``renewedBefore``.
  ///   - origin: see ``origin``.
  public init(
    nickname: Nickname,
    newAccountID: AccountID,
    newSessionID: SessionID,
    time: Timestamp,
    expiresAt: Timestamp? = nil,
    renewedBefore: Timestamp? = nil,
    origin: Origin
  ) {
    reference = NicknameReference(nickname)
    claim = .success(nickname)
    self.newAccountID = newAccountID
    self.newSessionID = newSessionID
    self.time = time
    self.expiresAt = expiresAt
    self.renewedBefore = renewedBefore
    self.origin = origin
  }

  /// Makes the value for what a person typed.
  ///
  /// What today's rules refuse may be the nickname of an account from an earlier version, so that
  /// is for the store to find out.
  ///
  /// - Parameters:
  ///   - typed: any text.
  ///   - policy: what is demanded of a nickname that is to be claimed.
  ///   - newAccountID: an identity that was never given before.
  ///   - newSessionID: likewise.
  ///   - time: see ``time``.
  ///   - expiresAt: see ``expiresAt``.
  ///   - renewedBefore: see ``renewedBefore``.
  ///   - origin: see ``origin``.
  /// - Throws: ``NicknameRejection`` for a text that no account can be known by: an empty one, or
  ///   one of more bytes than ``NicknamePolicy/maximumTypedBytes``.
  public init(
    typed: String,
    under policy: NicknamePolicy,
    newAccountID: AccountID,
    newSessionID: SessionID,
    time: Timestamp,
    expiresAt: Timestamp? = nil,
    renewedBefore: Timestamp? = nil,
    origin: Origin
  ) throws(NicknameRejection) {
    var rejection: NicknameRejection?
    do {
      claim = .success(try Nickname(typed, under: policy))
    } catch {
      claim = .failure(error)
      rejection = error
    }
    guard let reference = NicknameReference(typed: typed, under: policy) else {
      throw rejection ?? NicknameRejection(.empty)
    }
    self.reference = reference
    self.newAccountID = newAccountID
    self.newSessionID = newSessionID
    self.time = time
    self.expiresAt = expiresAt
    self.renewedBefore = renewedBefore
    self.origin = origin
  }
}

/// What a sign-in has led to.
public struct SignIn: Hashable, Sendable {
  /// Who is signed in now, by which session.
  public let active: ActiveSession

  /// Whether the account was made by this sign-in.
  public let isNewAccount: Bool

  /// Whether the session was opened by this sign-in; if not, an open one was kept.
  public let isNewSession: Bool

  /// Whether an open session was kept that runs out later by this sign-in.
  public let isRenewed: Bool

  /// Makes the value.
  public init(
    active: ActiveSession,
    isNewAccount: Bool,
    isNewSession: Bool,
    isRenewed: Bool = false
  ) {
    self.active = active
    self.isNewAccount = isNewAccount
    self.isNewSession = isNewSession
    self.isRenewed = isRenewed
  }
}
