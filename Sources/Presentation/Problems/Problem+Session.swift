import MonikerDomain

extension Problem {
  /// No session has an ID that begins with the text.
  static func noSuchSession(_ typed: String) -> Problem {
    Problem(.noSuchSession, "There is no session \(typed.visible).", .listSessions)
  }

  /// The IDs of several sessions begin with the text.
  static func ambiguous(_ typed: String, _ entries: [SessionEntry]) -> Problem {
    let shown = entries.map { "\($0.session.id) (\($0.account.nickname.text.visible))" }
    return Problem(
      .ambiguous,
      "Several IDs begin with \(typed.visible), among them \(shown.joined(separator: ", ")). "
        + "Give more characters of the ID."
    )
  }
}
