public import MonikerDomain

extension Problem {
  /// Describes a failure with a nickname.
  public init(_ error: NicknameError) {
    switch error {
    case .rejected(let rejection):
      self.init(rejection)
    case .taken, .resting:
      self.init(.nicknameTaken, "\(error) Choose another one.")
    case .resembles:
      self.init(.nicknameResembles, "\(error) Choose another one.")
    case .notSignedIn:
      self = .notSignedIn
    case .sessionEnded(let active):
      self = .ended(active)
    case .proofDemanded:
      self.init(.nicknameTaken, error.description)
    case .suspended:
      self.init(.accountSuspended, error.description)
    case .tooManyAccounts:
      self.init(.tooManyAccounts, error.description)
    case .store(let failure):
      self.init(failure)
    }
  }

  /// Describes a failure with a session.
  public init(_ error: SessionError) {
    switch error {
    case .noSuchSession:
      self.init(.noSuchSession, error.description, .listSessions)
    case .ambiguous:
      self.init(.ambiguous, "\(error) Give more characters of the ID.")
    case .notSignedIn:
      self = .notSignedIn
    case .sessionEnded(let active):
      self = .ended(active)
    case .store(let failure):
      self.init(failure)
    }
  }

  /// Nobody is signed in.
  static var notSignedIn: Problem {
    Problem(.notSignedIn, SessionError.notSignedIn.description, .signIn(nil))
  }

  /// The session has ended.
  static func ended(_ active: AccountSession) -> Problem {
    Problem(.sessionEnded, active.endSentence(), .signInAgain(active.account.nickname.text))
  }
}
