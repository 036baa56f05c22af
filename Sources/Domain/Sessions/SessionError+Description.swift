extension SessionError: CustomStringConvertible {
  /// Whole sentences that say what happened, and to what.
  public var description: String {
    switch self {
    case .noSuchSession(let typed):
      return "There is no session \(typed.visible)."
    case .ambiguous(let typed, let entries):
      let shown = entries.map { "\($0.session.id) (\($0.account.nickname.text.visible))" }
      return "Several IDs begin with \(typed.visible), among them \(shown.joined(separator: ", "))."
    case .notSignedIn:
      return "Nobody is signed in."
    case .sessionEnded(let active):
      return active.endSentence()
    case .store(let failure):
      return failure.description
    }
  }
}

extension SessionTermsError: CustomStringConvertible {
  /// A sentence that says which rule the terms break.
  public var description: String {
    switch self {
    case .lifetimeTooLong:
      "A session lasts at most 3650 days."
    case .slidingLifetimeTooShort:
      "A session that is renewed by use must last at least 2 minutes, since it is renewed at most "
        + "once a minute."
    case .noLifetimeToRenew:
      "Only a session that expires can be renewed."
    case .minimumRemainingTooLong:
      "A session cannot be renewed for more than its lifetime."
    }
  }
}
