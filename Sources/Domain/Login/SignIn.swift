/// The wish to be signed in under a nickname, with all that a store needs to fulfil it in one step.
public struct SignInRequest: Hashable, Sendable {
  /// The nickname that is signed in, and that a new account claims.
  public let nickname: Nickname

  /// The identity that the account gets if no account holds the nickname.
  public let newAccountID: AccountID

  /// The identity that the session gets if one has to be opened.
  public let newSessionID: SessionID

  /// For how long.
  public let terms: SessionTerms

  /// When and where the wish is made.
  public let context: RequestContext

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - nickname: see ``nickname``.
  ///   - newAccountID: an identity that was never given before.
  ///   - newSessionID: likewise.
  ///   - terms: see ``terms``.
  ///   - context: see ``context``.
  public init(
    nickname: Nickname,
    newAccountID: AccountID,
    newSessionID: SessionID,
    on terms: SessionTerms = .unlimited,
    at context: RequestContext
  ) {
    self.nickname = nickname
    self.newAccountID = newAccountID
    self.newSessionID = newSessionID
    self.terms = terms
    self.context = context
  }
}

/// What a sign-in has led to.
public struct SignIn: Hashable, Sendable {
  /// Who is signed in now, by which session.
  public let active: AccountSession

  /// Whether the account was made by this sign-in.
  public let isNewAccount: Bool

  /// Whether the session was opened by this sign-in; if not, an open one was kept.
  public let isNewSession: Bool

  /// Whether an open session was kept that runs out later by this sign-in.
  public let isRenewed: Bool

  /// Makes the value.
  public init(
    active: AccountSession,
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
