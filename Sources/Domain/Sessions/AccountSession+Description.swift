extension AccountSession {
  /// A sentence that says how and when the session ended.
  ///
  /// - Parameter text: returns the text of the time.
  package func endSentence(time text: (Timestamp) -> String = \.description) -> String {
    let how =
      switch session.ending?.reason {
      case .expired, nil: "expired"
      case .signedOut, .revoked: "was ended"
      }
    let when = session.ending.map { " at \(text($0.time))" } ?? ""
    return "The session of \(account.nickname.text.visible) \(how)\(when)."
  }
}
