import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// Completes the nicknames that the store knows.
enum NicknameCompletion {
  static var kind: CompletionKind {
    .custom { words, _, prefix in
      // Nothing can be said while a shell completes: a store that fails completes nothing.
      guard let services = try? CompositionRoot.compose(store(in: words), in: .process),
        let known = try? await services.setNickname.known()
      else { return [] }
      // The shell puts candidates on the terminal as they are.
      return known.map(\.text).filter { $0.begins(with: prefix) && $0.isHarmless }.map(forShell)
    }
  }

  /// The value of `--store` among the words typed so far.
  private static func store(in words: [String]) -> String? {
    for (word, next) in zip(words, words.dropFirst() + [""]) {
      if word.hasPrefix("--store=") { return String(word.dropFirst("--store=".count)) }
      if word == "--store", !next.isEmpty { return next }
    }
    return nil
  }

  /// The candidate as the completion script has to get it.
  ///
  /// The script for bash hands candidates to `compgen -W`, which expands them as it expands a line
  /// of a script: unescaped, completing would run the nickname `$(command)`. In the one for zsh a
  /// colon begins a description.
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
      // Only ASCII means anything to a shell.
      if scalar.isASCII, isSpecial(scalar) { escaped.append("\\") }
      escaped.append(scalar)
    }
    return String(escaped)
  }
}

extension String {
  /// Whether the text begins with `prefix`, letter case left aside as in signing in.
  ///
  /// By scalars: half of an emoji that is joined of several is a beginning, too.
  fileprivate func begins(with prefix: String) -> Bool {
    lowercased().unicodeScalars.starts(with: prefix.lowercased().unicodeScalars)
  }
}
