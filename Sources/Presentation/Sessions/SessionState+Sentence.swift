import MonikerDomain

extension SessionState {
  /// The session that the state is about, be it expired; nil if nobody is signed in.
  var session: ActiveSession? {
    switch self {
    case .signedOut: nil
    case .signedIn(let active), .expired(let active): active
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
    case .expired(let active):
      let end = active.session.expiresAt.map { " at \($0.minutes)" } ?? ""
      return "The session of \(active.account.nickname.text.visible) expired\(end)."
    }
  }
}
