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

  /// For how long.
  public let terms: SessionTerms

  /// When and where the wish is made.
  public let occasion: Occasion

  private init(
    _ reference: NicknameReference,
    claim: Result<Nickname, NicknameRejection>,
    _ newAccountID: AccountID,
    _ newSessionID: SessionID,
    _ terms: SessionTerms,
    _ occasion: Occasion
  ) {
    self.reference = reference
    self.claim = claim
    self.newAccountID = newAccountID
    self.newSessionID = newSessionID
    self.terms = terms
    self.occasion = occasion
  }

  /// Makes the value for a nickname.
  ///
  /// - Parameters:
  ///   - nickname: the nickname, spelled as it is.
  ///   - newAccountID: an identity that was never given before.
  ///   - newSessionID: likewise.
  ///   - terms: see ``terms``.
  ///   - occasion: see ``occasion``.
  public init(
    nickname: Nickname,
    newAccountID: AccountID,
    newSessionID: SessionID,
    on terms: SessionTerms = .unlimited,
    at occasion: Occasion
  ) {
    let reference = NicknameReference(nickname)
    self.init(reference, claim: .success(nickname), newAccountID, newSessionID, terms, occasion)
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
  ///   - terms: see ``terms``.
  ///   - occasion: see ``occasion``.
  /// - Throws: ``NicknameRejection`` for a text that no account can be known by: an empty one, or
  ///   one of more bytes than ``NicknamePolicy/maximumTypedBytes``.
  public init(
    typed: String,
    under policy: NicknamePolicy,
    newAccountID: AccountID,
    newSessionID: SessionID,
    on terms: SessionTerms = .unlimited,
    at occasion: Occasion
  ) throws(NicknameRejection) {
    let claim = Result { () throws(NicknameRejection) in try Nickname(typed, under: policy) }
    guard let reference = NicknameReference(typed: typed, under: policy) else {
      _ = try claim.get()
      throw NicknameRejection(.empty)
    }
    self.init(reference, claim: claim, newAccountID, newSessionID, terms, occasion)
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
