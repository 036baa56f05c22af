public import MonikerDomain

extension Problem {
  /// Describes a failure with a nickname.
  public init(_ error: NicknameError) {
    switch error {
    case .rejected(let rejection):
      self.init(rejection)
    case .taken(let nickname, let holder):
      self = .taken(nickname, by: holder)
    case .resembles(let nickname, let holder):
      self = .resembling(nickname, of: holder)
    case .resting(let nickname, let end):
      self = .resting(nickname, until: end)
    case .notSignedIn:
      self = .notSignedIn
    case .sessionEnded(let active):
      self = .ended(active)
    case .proofDemanded(let holder):
      self.init(
        .nicknameTaken,
        "The nickname \"\(holder.nickname.text.visible)\" is taken. Its owner can sign in with the "
          + "recovery key, or from a device that is signed in."
      )
    case .store(let failure):
      self.init(failure)
    }
  }

  /// Describes a failure with a session.
  public init(_ error: SessionError) {
    switch error {
    case .noSuchSession(let typed):
      self = .noSuchSession(typed)
    case .ambiguous(let typed, let entries):
      self = .ambiguous(typed, entries)
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
    Problem(.notSignedIn, "Nobody is signed in.", .signIn(nil))
  }

  /// The session has ended.
  static func ended(_ active: AccountSession) -> Problem {
    Problem(
      .sessionEnded,
      active.endSentence(time: \.rfc3339),
      .signInAgain(active.account.nickname.text)
    )
  }
}
