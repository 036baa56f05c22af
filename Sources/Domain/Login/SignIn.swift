/// A sign-in under a nickname, with all that a store needs to perform it in one step.
public struct SignInRequest: Hashable, Sendable {
  /// The nickname to sign in under, which a new account claims.
  public let nickname: Nickname

  /// The ID of the account that is added if no account holds the nickname.
  public let newAccountID: AccountID

  /// The ID of the session that is opened if the account has none open.
  public let newSessionID: SessionID

  /// How long the session lasts.
  public let terms: SessionTerms

  /// The request context.
  public let context: RequestContext

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - nickname: see ``nickname``.
  ///   - newAccountID: an ID that was never used before.
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

/// The result of a sign-in.
public struct SignIn: Hashable, Sendable {
  /// The account and session that are active now.
  public let active: AccountSession

  /// Whether this sign-in added the account.
  public let isNewAccount: Bool

  /// Whether this sign-in opened the session; if false, it kept an open one.
  public let isNewSession: Bool

  /// Whether this sign-in kept an open session that now expires later.
  public let isRenewed: Bool

  /// Creates the value.
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
