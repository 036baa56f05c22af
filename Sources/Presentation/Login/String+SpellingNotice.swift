import MonikerDomain

extension String {
  /// What to tell a person who typed this and got `nickname`; nil if only outer white space differs.
  func spellingNotice(for nickname: Nickname) -> String? {
    let typed = OuterWhiteSpace.dropped(from: self).text
    guard !typed.unicodeScalars.elementsEqual(nickname.text.unicodeScalars) else { return nil }
    return "The nickname is written \"\(nickname)\"."
  }
}
