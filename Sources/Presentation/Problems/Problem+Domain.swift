public import MonikerDomain

extension Problem {
  /// Words what went wrong with a nickname.
  public init(_ error: NicknameError) {
    switch error {
    case .rejected(let rejection):
      self.init(rejection)
    case .taken(let nickname, let holder):
      self = .taken(nickname, by: holder)
    case .resembles(let nickname, let holder):
      self = .resembling(nickname, of: holder)
    case .notSignedIn:
      self = .notSignedIn
    case .sessionExpired(let active):
      self = .expired(active)
    case .store(let failure):
      self.init(failure)
    }
  }

  /// Words what went wrong with a session.
  public init(_ error: SessionError) {
    switch error {
    case .store(let failure): self.init(failure)
    }
  }

  /// Nobody is signed in.
  static var notSignedIn: Problem {
    Problem(.notSignedIn, "Nobody is signed in. Sign in with: moniker login NICKNAME")
  }

  /// The session has run out.
  static func expired(_ active: ActiveSession) -> Problem {
    let end = active.session.expiresAt.map { " at \($0.rfc3339)" } ?? ""
    let name = active.account.nickname
    return Problem(
      .sessionEnded,
      "The session of \(name) expired\(end). Sign in again with: moniker login \(name.text.shellWord)"
    )
  }
}
