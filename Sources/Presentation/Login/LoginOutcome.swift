public import MonikerDomain

/// The result of a sign-in.
public struct LoginOutcome: Outcome, Hashable {
  let signIn: SignIn
  let typed: String
  let terms: SessionTerms
  let store: StoreDescription
  let actingAccount: ActingAccount

  init(
    signIn: SignIn,
    typed: String,
    terms: SessionTerms,
    store: StoreDescription,
    actingAccount: ActingAccount
  ) {
    self.signIn = signIn
    self.typed = typed
    self.terms = terms
    self.store = store
    self.actingAccount = actingAccount
  }

  /// Makes the value for a sign-in whose nickname nobody has typed.
  ///
  /// - Parameters:
  ///   - signIn: the result.
  ///   - terms: the terms that were asked for.
  ///   - store: the description of the store.
  ///   - actingAccount: the account whose session commands use.
  public init(
    _ signIn: SignIn,
    on terms: SessionTerms,
    store: StoreDescription,
    actingAccount: ActingAccount
  ) {
    self.init(
      signIn: signIn,
      typed: signIn.active.account.nickname.text,
      terms: terms,
      store: store,
      actingAccount: actingAccount
    )
  }

  /// A sentence with the start of a session that was kept, and the expiry of one that expires.
  public var text: String { text(in: .utc) }

  /// ``text``, with times in `zone`.
  public func text(in zone: DisplayTimeZone) -> String {
    let active = signIn.active
    let name = active.account.nickname
    let end = active.session.expiresAt.map { " until \($0.minutes(in: zone))" } ?? ""
    if !signIn.isNewSession {
      let renewed = signIn.isRenewed ? ", renewed" : end.isEmpty ? "" : ","
      let start = active.session.startedAt.minutes(in: zone)
      return "Already signed in as \(name), since \(start)\(renewed)\(end)."
    }
    let account = signIn.isNewAccount ? " (a new account)" : ""
    return "Signed in as \(name)\(account)\(end)."
  }

  /// True.
  public var isConfirmation: Bool { true }

  /// How the nickname is written, and that the session keeps its terms, in sentences; nil if neither
  /// differs from the request.
  public var notice: Message? {
    let spelling = typed.spellingNotice(for: signIn.active.account.nickname)
    return Message(joining: [spelling, termsNotice].compactMap(\.self))
  }

  /// That the session was kept and does not have the requested terms; nil if it has them.
  private var termsNotice: Message? {
    let session = signIn.active.session
    guard !signIn.isNewSession, let lifetime = terms.lifetime else { return nil }
    let notice = { (difference: String) in
      Message("The open session stays unchanged: it \(difference).", [.signOutFirst])
    }
    guard let end = session.expiresAt else {
      return notice("does not expire after \(lifetime.rough)")
    }
    if terms.isSliding != (session.idleTimeout != nil) {
      guard !signIn.isRenewed else { return nil }
      let kind = session.idleTimeout == nil ? "not renewed" : "renewed"
      return notice("is \(kind) by use")
    }
    // With a minimum, the person asked for no more than that.
    let granted = session.idleTimeout ?? session.startedAt.duration(to: end)
    guard terms.minimumRemaining == nil, granted != lifetime else { return nil }
    return session.idleTimeout == nil
      ? notice("expires \(granted.rough) after its start, not \(lifetime.rough)")
      : notice("is renewed by each use for \(granted.rough), not for \(lifetime.rough)")
  }

  private enum CodingKeys: CodingKey {
    case newAccount, newSession, renewed
  }

  /// Encodes the keys of ``CurrentSessionOutcome``, `newAccount`, `newSession` and `renewed`, which
  /// are booleans.
  public func encode(to encoder: any Encoder) throws {
    try CurrentSessionOutcome(active: signIn.active, store: store, actingAccount: actingAccount)
      .encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(signIn.isNewAccount, forKey: .newAccount)
    try container.encode(signIn.isNewSession, forKey: .newSession)
    try container.encode(signIn.isRenewed, forKey: .renewed)
  }
}
