import ArgumentParser
import MonikerDomain

/// Completes the nicknames that the store knows.
enum NicknameCompletion {
  static var kind: CompletionKind {
    .custom { words, _, prefix in
      // Nothing can be said while a shell completes: a store that fails completes nothing.
      guard let services = try? CompositionRoot.compose(store(in: words), in: .process),
        let known = try? await services.setNickname.known()
      else { return [] }
      return known.map(\.text).filter { $0.hasPrefix(prefix) }
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
}
