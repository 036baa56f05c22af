/// The wish to be signed in under a nickname, with all that a store needs to fulfil it in one step.
public struct SignInRequest: Hashable, Sendable {
  /// The nickname to sign in under.
  public let nickname: Nickname

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

  /// Makes the value; both identities must be new.
  public init(
    nickname: Nickname,
    newAccountID: AccountID,
    newSessionID: SessionID,
    time: Timestamp,
    expiresAt: Timestamp? = nil,
    origin: Origin
  ) {
    self.nickname = nickname
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
