public import MonikerDomain

extension Problem {
  /// Explains why a text is not a nickname, and suggests the nearest one.
  public init(_ rejection: NicknameRejection) {
    let next = rejection.suggestion.map { "Try \"\($0)\"." } ?? Self.next(after: rejection.reason)
    self.init(
      .invalidNickname,
      "\(rejection) \(next)",
      names: NicknameError.rejected(rejection).names
    )
  }

  private static func next(after reason: NicknameRejection.Reason) -> String {
    switch reason {
    case .empty: "Give at least one character that is not a space."
    case .disallowed, .unstable, .reserved: "Choose another one."
    case .tooManyCharacters(_, let limit): "Give at most \(limit) characters."
    case .tooManyBytes(_, let limit): "Give at most \(limit) bytes."
    }
  }
}
