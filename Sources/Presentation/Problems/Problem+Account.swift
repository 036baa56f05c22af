public import MonikerDomain

extension Problem {
  /// Describes a failure with an account.
  public init(_ error: AccountError) {
    switch error {
    case .nickname(let error):
      self.init(error)
    case .noSuchAccount:
      self.init(.noSuchAccount, error.description, .listAccounts)
    case .notConfirmed(let account):
      self.init(.usage, error.description, .confirmRemoval(account.nickname.text))
    case .proofDemanded:
      self.init(.permissionDenied, error.description)
    case .notSignedIn(let account):
      self.init(.notSignedIn, error.description, .signIn(account.nickname.text))
    case .sessionEnded(let active):
      self = .ended(active)
    case .ambiguous(let accounts):
      self =
        accounts.isEmpty
        ? Problem(.notSignedIn, error.description, .signIn(nil))
        : Problem(.ambiguous, error.description, .chooseAccount)
    case .store(let failure):
      self.init(failure)
    }
  }
}
