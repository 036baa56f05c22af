public import MonikerDomain

extension Problem {
  /// Describes a failure with an account.
  public init(_ error: AccountError) {
    switch error {
    case .nickname(let error):
      self.init(error)
    case .noSuchAccount(let name):
      let name = name.isEmpty ? "without a nickname" : name.visible
      self.init(
        .noSuchAccount,
        "There is no account \(name).",
        .listAccounts
      )
    case .notConfirmed(let account):
      let name = account.nickname.text
      self.init(
        .usage,
        "Removing the account \(name.visible) was not confirmed. Nothing was changed.",
        .confirmRemoval(name)
      )
    case .notSignedIn(let account):
      let name = account.nickname.text
      self.init(.notSignedIn, "\(name.visible) is not signed in.", .signIn(name))
    case .sessionEnded(let active):
      self = .ended(active)
    case .ambiguous(let accounts):
      self = .ambiguous(accounts)
    case .store(let failure):
      self.init(failure)
    }
  }

  private static func ambiguous(_ accounts: [Account]) -> Problem {
    guard !accounts.isEmpty else {
      return Problem(.notSignedIn, "No other account is signed in.", .signIn(nil))
    }
    return Problem(.ambiguous, othersSignedIn(accounts), .chooseAccount)
  }

  /// That several accounts can become active, as a sentence.
  package static func othersSignedIn(_ accounts: [Account]) -> String {
    let shown = accounts.prefix(10).map(\.nickname.text.visible)
    let more = accounts.count > shown.count ? " and others" : ""
    return "Several other accounts are signed in: \(shown.joined(separator: ", "))\(more)."
  }
}
