extension SessionState: CustomStringConvertible {
  /// Whether somebody is signed in.
  public var isSignedIn: Bool { if case .signedIn = self { true } else { false } }

  /// The account that is signed in; nil if nobody is, or if the session has ended.
  public var account: Account? {
    if case .signedIn(let active) = self { active.account } else { nil }
  }

  /// A sentence that says whether somebody is signed in, and who.
  public var description: String {
    switch self {
    case .signedOut: "Nobody is signed in."
    case .signedIn(let active): "\(active.account.nickname.text.visible) is signed in."
    case .ended(let active): active.endSentence()
    }
  }
}

extension AccountSession {
  /// The text of the account's nickname.
  public var nickname: String { account.nickname.text }
}
