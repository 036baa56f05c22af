import ArgumentParser

/// The word that a mistyped word of the command line was probably meant to be.
///
/// ArgumentParser compares whole options only, so it takes `--js` for `--as`, and knows no
/// suggestions for subcommands.
enum Suggestion {
  /// Adds a suggestion to a message of ArgumentParser about an unknown word, in place of its own.
  ///
  /// - Parameter arguments: the arguments that the message is about.
  static func added(to message: String, for arguments: [String]) -> String {
    let unknown = /(Unknown option|Unexpected argument|\d+ unexpected arguments:) '([^']*)'/
    guard let match = message.prefixMatch(of: unknown) else { return message }
    let end = message.firstIndex(of: "\n") ?? message.endIndex
    let own = message[match.range.upperBound..<end].firstRange(of: ". Did you mean")?.lowerBound
    let (sentence, rest) = (message[..<(own ?? end)], message[end...])
    let known = known(to: arguments, asOptions: match.2.hasPrefix("-"))
    let suggestion = nearest(to: String(match.2), of: known).map { ". Did you mean '\($0)'?" }
    return sentence + (suggestion ?? "") + rest
  }

  /// The word that names no command after `help`, for which ArgumentParser shows the help of the command before it.
  ///
  /// - Returns: the word, and the names of commands before it; nil for another command line.
  static func unknownCommand(ofHelp arguments: [String]) -> (word: String, path: [String])? {
    guard arguments.first == "help", arguments.dropFirst().first != "help" else { return nil }
    var command: any ParsableCommand.Type = MonikerCommand.self
    var path: [String] = []
    for word in arguments.dropFirst() where !word.hasPrefix("-") {
      let next = command.configuration.subcommands.first { $0._commandName == word }
      guard let next else { return (word, path) }
      path.append(word)
      command = next
    }
    return nil
  }

  /// The options or the subcommands of the command that the arguments begin with.
  private static func known(to arguments: [String], asOptions isOption: Bool) -> [String] {
    var command: any ParsableCommand.Type = MonikerCommand.self
    for word in arguments {
      let next = command.configuration.subcommands.first { $0._commandName == word }
      guard let next = next else { break }
      command = next
    }
    guard isOption else { return command.configuration.subcommands.map { $0._commandName } }
    if let standard = command.configuration.defaultSubcommand { command = standard }
    return MonikerCommand.helpMessage(for: command, columns: 500)
      .matches(of: /(?:^|\n)  (?:-\w, )?(--[a-z-]+)/).map { String($0.1) }
  }

  /// The only word that begins with the text, or else the most similar one; nil if none is similar.
  private static func nearest(to text: String, of words: [String]) -> String? {
    let completed = words.filter { $0.hasPrefix(text) }
    if completed.count == 1 { return completed[0] }
    return words.map { (word: $0, distance: distance(text, $0)) }
      .filter { $0.distance <= max(1, text.count / 3) }.min { $0.distance < $1.distance }?.word
  }

  /// The number of characters to add, remove or replace (Levenshtein's distance).
  private static func distance(_ text: String, _ other: String) -> Int {
    var row = Array(0...other.count)
    for (line, character) in text.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, present) in other.enumerated() {
        let replaced = diagonal + (character == present ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[other.count]
  }
}

extension String {
  /// A text of ArgumentParser, whose usage is wrapped to 80 columns: it prints that in one line.
  var wrappingUsage: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard line.lowercased().hasPrefix("usage: ") else { return String(line) }
      // An argument in brackets, and an option with its value, stay in one piece.
      return line.matches(of: /\[[^\]]*\]|-\S+ <[^>]*>|\S+/).map(\.output)
        .reduce(into: [""]) { lines, part in
          let last = lines.count - 1
          if lines[last].count + part.count >= 80 {
            lines.append("       " + part)
          } else {
            lines[last] += (lines[last].isEmpty ? "" : " ") + part
          }
        }.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}
