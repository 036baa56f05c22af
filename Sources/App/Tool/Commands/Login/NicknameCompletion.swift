import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// Completes the nicknames in the store.
enum NicknameCompletion {
  static var kind: CompletionKind {
    .custom { words, _, prefix in
      // No message may be written during completion: a store that fails completes nothing.
      guard
        let services = try? CompositionRoot.compose(
          GivenOptions(store: store(in: words)),
          in: .present
        ),
        let known = try? await services.accounts.list().map(\.account.nickname)
      else { return [] }
      // The shell writes candidates to the terminal unchanged.
      return known.map(\.text).filter { $0.begins(with: prefix) && $0.isHarmless }.map(forShell)
    }
  }

  /// The value of `--store` among the words typed so far.
  static func store(in words: [String]) -> String? {
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word.hasPrefix("--store=") { return String(word.dropFirst("--store=".count)) }
      if word == "--store", !next.isEmpty { return next }
    }
    return nil
  }

  /// The candidate, escaped for the completion script of the shell.
  ///
  /// The script for bash passes candidates to `compgen -W`, which expands them like a line of a
  /// script: unescaped, completion would run the nickname `$(command)`. In the script for zsh, a colon
  /// begins a description.
  private static func forShell(_ nickname: String) -> String {
    switch CompletionShell.requesting {
    case .bash: escaped(nickname) { !($0.properties.isAlphabetic || ("0"..."9").contains($0)) }
    case .zsh: escaped(nickname) { $0 == ":" || $0 == "\\" }
    default: nickname
    }
  }

  private static func escaped(
    _ nickname: String,
    where isSpecial: (Unicode.Scalar) -> Bool
  ) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in nickname.unicodeScalars {
      // Only ASCII characters are special to a shell.
      if scalar.isASCII, isSpecial(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

extension String {
  /// Whether the text begins with `prefix`, ignoring case as a sign-in does.
  ///
  /// It compares scalars, so a part of a joined emoji is a prefix too.
  fileprivate func begins(with prefix: String) -> Bool {
    lowercased().unicodeScalars.starts(with: prefix.lowercased().unicodeScalars)
  }
}
