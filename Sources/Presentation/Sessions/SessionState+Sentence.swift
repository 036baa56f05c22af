import MonikerDomain

extension SessionState {
  /// The session that the state is about, be it ended; nil if nobody is signed in.
  var session: AccountSession? {
    switch self {
    case .signedOut: nil
    case .signedIn(let active), .ended(let active): active
    }
  }

  /// Whether somebody is signed in, who, since when and until when.
  ///
  /// - Parameter remaining: how much time is left, if that is to be told.
  func sentence(remaining: Duration?) -> String {
    switch self {
    case .signedOut:
      return "Nobody is signed in."
    case .signedIn(let active):
      let end = active.session.expiresAt.map { ", until \($0.minutes)" } ?? ""
      let left = remaining.map { " (\($0.rough) left)" } ?? ""
      return "Signed in as \(active.account.nickname.text.visible) "
        + "since \(active.session.startedAt.minutes)\(end)\(left)."
    case .ended(let active):
      return active.endSentence()
    }
  }
}

extension AccountSession {
  /// That the session has ended, how and when.
  ///
  /// - Parameter isExact: whether to tell the moment to the millisecond.
  func endSentence(isExact: Bool = false) -> String {
    let how =
      switch session.ending?.reason {
      case .expired, nil: "expired"
      case .signedOut, .revoked: "was ended"
      }
    let when = session.ending.map { " at \(isExact ? $0.time.rfc3339 : $0.time.minutes)" } ?? ""
    return "The session of \(account.nickname.text.visible) \(how)\(when)."
  }
}
