import MonikerDomain

extension String {
  /// What to tell a person who typed this and got `nickname`; nil if only outer white space differs.
  func spellingNotice(for nickname: Nickname) -> String? {
    let scalars = unicodeScalars.drop { $0.properties.isWhitespace }
    let typed = scalars.reversed().drop { $0.properties.isWhitespace }.reversed()
    guard !typed.elementsEqual(nickname.text.unicodeScalars) else { return nil }
    return "The nickname is written \"\(nickname)\"."
  }
}
