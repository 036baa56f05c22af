public import MonikerDomain

extension Problem {
  /// Words what went wrong with a nickname.
  public init(_ error: NicknameError) {
    switch error {
    case .rejected(let rejection):
      self.init(.invalidNickname, "This is not a nickname: \(Self.reason(for: rejection)).")
    case .taken(let nickname, let holder):
      let held =
        holder.nickname.text == nickname.text ? "" : ", as \"\(holder.nickname)\""
      self.init(
        .nicknameTaken,
        "The nickname \"\(nickname)\" is taken\(held): another account holds it. "
          + "Choose another one."
      )
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
      "The session of \(name) expired\(end). Sign in again with: moniker login \(name)"
    )
  }

  private static func kind(of scalar: Unicode.Scalar) -> String {
    switch scalar.properties.generalCategory {
    case .control: "a control character"
    case .lineSeparator, .paragraphSeparator: "a line separator"
    default: "a noncharacter"
    }
  }

  private static func reason(for rejection: NicknameRejection) -> String {
    switch rejection {
    case .empty:
      "it is empty. Give at least one character that is not white space"
    case .disallowedCharacter(let scalar, let position):
      "character \(position) is U+\(scalar.hexadecimal)"
        + ", \(kind(of: scalar)), which a nickname cannot hold. Leave it out"
    case .tooManyCharacters(let count, let limit):
      "it has \(count) characters. Give at most \(limit)"
    case .tooManyBytes(let count, let limit):
      "it has \(count) bytes in UTF-8. Give at most \(limit)"
    }
  }
}
