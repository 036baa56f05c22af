import MonikerDomain

/// What a sign-in has led to.
public struct LoginOutcome: Outcome, Hashable {
  let signIn: SignIn
  let typed: String
  let store: StoreDescription
  let identity: Identity

  /// A sentence, which says since when if the session was kept, and until when if it ends by itself.
  public var text: String {
    let active = signIn.active
    let name = active.account.nickname
    let end = active.session.expiresAt.map { " until \($0.minutes)" } ?? ""
    if !signIn.isNewSession {
      let renewed = signIn.isRenewed ? ", renewed" : end.isEmpty ? "" : ","
      return
        "Already signed in as \(name), since \(active.session.startedAt.minutes)\(renewed)\(end)."
    }
    let account = signIn.isNewAccount ? " (a new account)" : ""
    return "Signed in as \(name)\(account)\(end)."
  }

  /// True.
  public var isConfirmation: Bool { true }

  /// How the name is written, if that differs from what was typed by more than outer white space;
  /// and whether it is only known by its spelling.
  public var notice: String? {
    let nickname = signIn.active.account.nickname
    guard nickname.isKnownBySpellingAlone else { return typed.spellingNotice(for: nickname) }
    return "The nickname \"\(nickname)\" is from before today's rules: only exactly this spelling "
      + "leads to it. Change it with: moniker rename NEW"
  }

  /// Encodes what ``IdentityOutcome`` encodes.
  public func encode(to encoder: any Encoder) throws {
    try IdentityOutcome(active: signIn.active, store: store, identity: identity).encode(to: encoder)
  }
}
