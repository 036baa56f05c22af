/// A sign-in under a nickname, for a store to perform in one step.
public struct SignInRequest: Hashable, Sendable {
  /// The nickname to sign in under, which a new account claims.
  public let nickname: Nickname

  /// How long the session lasts.
  public let terms: SessionTerms

  /// The proof that the account is the caller's.
  public let proof: SignInProof

  /// The digest of the recovery key that a new account gets; nil for none.
  public let recoveryKey: SecretDigest?

  /// The digest of the token that the device gets if the sign-in opens a session; nil for none.
  public let token: SecretDigest?

  /// The request context.
  public let context: RequestContext

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - nickname: see ``nickname``.
  ///   - terms: see ``terms``.
  ///   - proof: see ``proof``.
  ///   - recoveryKey: see ``recoveryKey``.
  ///   - token: see ``token``.
  ///   - context: see ``context``.
  public init(
    nickname: Nickname,
    on terms: SessionTerms = .unlimited,
    proof: SignInProof = .notDemanded,
    recoveryKey: SecretDigest? = nil,
    token: SecretDigest? = nil,
    in context: RequestContext
  ) {
    self.nickname = nickname
    self.terms = terms
    self.proof = proof
    self.recoveryKey = recoveryKey
    self.token = token
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
