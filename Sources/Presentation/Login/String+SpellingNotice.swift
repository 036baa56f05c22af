import MonikerDomain

extension String {
  /// A notice that this typed text became `nickname`; nil if only outer white space differs.
  func spellingNotice(for nickname: Nickname) -> Message? {
    let typed = OuterWhiteSpace.dropped(from: self).text
    guard !typed.unicodeScalars.elementsEqual(nickname.text.unicodeScalars) else { return nil }
    return Message("The nickname is written \"\(nickname)\".")
  }
}
