public import MonikerDomain

extension Problem {
  /// Describes a failure with a nickname.
  public init(_ error: NicknameError) {
    switch error {
    case .rejected(let rejection):
      self.init(rejection)
    case .taken, .resting:
      self.init(.nicknameTaken, "\(error) Choose another one.", names: error.names)
    case .resembles:
      self.init(.nicknameResembles, "\(error) Choose another one.", names: error.names)
    case .notSignedIn:
      self = .notSignedIn
    case .sessionEnded(let active):
      self = .ended(active)
    case .proofDemanded:
      self.init(.nicknameTaken, error.description, .prove, names: error.names)
    case .suspended:
      self.init(.accountSuspended, error.description, names: error.names)
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

extension NicknameError {
  /// The nicknames within the description, as it shows them.
  public var names: [String] {
    let names: [String] =
      switch self {
      case .rejected(let rejection): [rejection.suggestion].compactMap(\.self)
      case .taken(let nickname, let holder), .resembles(let nickname, let holder):
        [nickname.text, holder.nickname.text]
      case .resting(let nickname, _): [nickname.text]
      case .proofDemanded(let holder), .suspended(let holder): [holder.nickname.text]
      case .notSignedIn, .sessionEnded, .tooManyAccounts, .store: []
      }
    return names.map(\.visible)
  }
}
