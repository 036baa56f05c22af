/// The wish to be signed in under a nickname, with all that a store needs to fulfil it in one step.
public struct SignInRequest: Hashable, Sendable {
  /// The nickname to sign in under.
  public let nickname: Nickname

  /// Exactly how the person spelled it, which a lapsed nickname is known by.
  public let spelling: NicknameKey

  /// The identity that the account gets if nobody holds the nickname yet.
  public let newAccountID: AccountID

  /// The identity that the session gets if one has to be opened.
  public let newSessionID: SessionID

  /// When the wish is made.
  public let time: Timestamp

  /// When a session that is opened runs out; nil if never.
  public let expiresAt: Timestamp?

  /// Where the wish is made.
  public let origin: Origin

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - nickname: see ``nickname``.
  ///   - typed: what the person typed, for ``spelling``; nil for the nickname itself.
  ///   - newAccountID: an identity that was never given before.
  ///   - newSessionID: likewise.
  ///   - time: see ``time``.
  ///   - expiresAt: see ``expiresAt``.
  ///   - origin: see ``origin``.
  public init(
    nickname: Nickname,
    typed: String? = nil,
    newAccountID: AccountID,
    newSessionID: SessionID,
    time: Timestamp,
    expiresAt: Timestamp? = nil,
    origin: Origin
  ) {
    self.nickname = nickname
    spelling = typed.map { NicknameKey(typed: $0) } ?? nickname.spellingKey
    self.newAccountID = newAccountID
    self.newSessionID = newSessionID
    self.time = time
    self.expiresAt = expiresAt
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

  /// Makes the value.
  public init(active: ActiveSession, isNewAccount: Bool, isNewSession: Bool) {
    self.active = active
    self.isNewAccount = isNewAccount
    self.isNewSession = isNewSession
  }
}
