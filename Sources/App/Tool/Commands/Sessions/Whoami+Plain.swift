extension Whoami {
  /// Parses `moniker whoami` with its usual options, without the ArgumentParser library.
  ///
  /// Parsing with the library takes several times as long as the rest of the command. Arguments that
  /// are accepted here have the same meaning for the library.
  ///
  /// - Parameter words: the arguments without the program's name; nil for each that is not UTF-8.
  /// - Returns: nil for all other arguments, including every mistake.
  static func plainOptions(in words: [String?]) -> GivenOptions? {
    guard words.first == "whoami" else { return nil }
    var given = GivenOptions()
    var rest = words.dropFirst()
    func value() -> String? {
      // To the library, a word that begins with a hyphen is an option or a mistake.
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
      case "--offline": given.network = .none
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
