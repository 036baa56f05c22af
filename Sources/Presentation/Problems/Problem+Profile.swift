public import MonikerDomain

extension Problem {
  /// Describes a failure with a profile; a conflict shows both texts.
  public init(_ error: ProfileError) {
    switch error {
    case .rejected(let rejection):
      self.init(rejection)
    case .notSignedIn:
      self = .notSignedIn
    case .signedOut(let account):
      self.init(.notSignedIn, "\(error) Nothing was saved.", .signIn(account.nickname.text))
    case .sessionEnded(let active):
      self = .ended(active)
    case .conflict(let conflict):
      self.init(.profileConflict, "\(error)\n\(conflict.bothTexts)", .editAgain)
    case .photo(let error):
      self.init(error)
    case .store(let failure):
      self.init(failure)
    }
  }
}
