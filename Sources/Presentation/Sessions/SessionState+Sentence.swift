import MonikerDomain

extension SessionState {
  /// The session of the state, even if it has ended; nil if nobody is signed in.
  var session: AccountSession? {
    switch self {
    case .signedOut: nil
    case .signedIn(let active), .ended(let active): active
    }
  }

  /// A sentence that says whether somebody is signed in, who, since when and until when.
  ///
  /// - Parameter remaining: the time until the session expires; nil to leave it out.
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
  /// A sentence that says how and when the session ended.
  ///
  /// - Parameter isExact: whether the time has milliseconds instead of minutes.
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
