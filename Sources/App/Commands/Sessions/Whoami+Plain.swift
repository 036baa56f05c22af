extension Whoami {
  /// Understands the command with the options that prompts and scripts give it.
  ///
  /// The library that parses everything else takes several times as long over it as all the rest of the
  /// program. What is understood here means the same to that library.
  ///
  /// - Parameter words: the arguments without the program's name; nil for each that is no text.
  /// - Returns: nil for all other words, among them every mistake.
  static func plainOptions(in words: [String?]) -> GivenOptions? {
    guard words.first == "whoami" else { return nil }
    var given = GivenOptions()
    var rest = words.dropFirst()
    func value() -> String? {
      // What begins with a hyphen is an option to the library, or a mistake.
      guard let word = rest.popFirst(), let word, word.utf8.first != UInt8(ascii: "-") else {
        return nil
      }
      return word
    }
    while let word = rest.popFirst() {
      switch word {
      case "--json": given.isJSON = true
      case "--quiet", "-q": given.isQuiet = true
      case "--no-input": given.isWithoutInput = true
      case "--no-color": given.isWithoutColor = true
      case "--store" where given.store == nil:
        guard let store = value() else { return nil }
        given.store = store
      case "--as" where given.nickname == nil:
        guard let nickname = value() else { return nil }
        given.nickname = nickname
      default: return nil
      }
    }
    return given
  }
}
