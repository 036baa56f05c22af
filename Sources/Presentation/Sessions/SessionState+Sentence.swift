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
  /// - Parameters:
  ///   - remaining: the time until the session expires; nil to leave it out.
  ///   - zone: the zone of the times.
  func sentence(remaining: Duration?, in zone: DisplayTimeZone) -> String {
    switch self {
    case .signedOut:
      return "Nobody is signed in."
    case .signedIn(let active):
      let end = active.session.expiresAt.map { ", until \($0.minutes(in: zone))" } ?? ""
      let left = remaining.map { " (\($0.rough) left)" } ?? ""
      return "Signed in as \(active.account.nickname.text.visible) "
        + "since \(active.session.startedAt.minutes(in: zone))\(end)\(left)."
    case .ended(let active):
      return active.endSentence { $0.minutes(in: zone) }
    }
  }
}
