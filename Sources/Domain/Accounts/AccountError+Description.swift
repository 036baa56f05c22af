extension AccountError: CustomStringConvertible {
  /// Whole sentences that say what happened, and to what.
  public var description: String {
    switch self {
    case .nickname(let error):
      return error.description
    case .noSuchAccount(let name):
      return name.isEmpty ? "No nickname was given." : "There is no account \(name.visible)."
    case .notConfirmed(let account):
      return
        "Removing the account \(account.nickname.text.visible) was not confirmed. Nothing was changed."
    case .proofDemanded(let account):
      return
        "Removing the account \(account.nickname.text.visible) needs its recovery key, or the approval of "
        + "another device on which it is signed in. Nothing was changed."
    case .notSignedIn(let account):
      return "\(account.nickname.text.visible) is not signed in."
    case .sessionEnded(let active):
      return active.endSentence()
    case .ambiguous(let accounts):
      return accounts.isEmpty ? "No other account is signed in." : Self.othersSignedIn(accounts)
    case .store(let failure):
      return failure.description
    }
  }

  /// That several accounts can become active, as a sentence.
  package static func othersSignedIn(_ accounts: [Account]) -> String {
    let shown = accounts.prefix(10).map(\.nickname.text.visible)
    let more = accounts.count > shown.count ? " and others" : ""
    return "Several other accounts are signed in: \(shown.joined(separator: ", "))\(more)."
  }
}
