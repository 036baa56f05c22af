#if Server
/// Sentences of a page with nicknames in them, whose direction ends with them (UAX 9, section 3.3.2).
struct Sentence: Sendable {
  /// A part of the sentences: either property is nil.
  struct Part: Sendable {
    /// Words.
    var plain: String?

    /// A nickname.
    var isolated: String?
  }

  /// The parts, in their order.
  let parts: [Part]

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - text: the sentences.
  ///   - names: the nicknames in them, each of which stands alone between other characters than letters.
  init(_ text: String, isolating names: [String] = []) {
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    let names = names.filter { !$0.isEmpty }.sorted { $0.count > $1.count }
    while let first = rest.first {
      let isAtStart = plain.last.map { !$0.isLetter && !$0.isNumber } ?? true
      if isAtStart, let name = names.first(where: { rest.begins(with: $0) }) {
        if !plain.isEmpty { parts.append(Part(plain: plain)) }
        parts.append(Part(isolated: name))
        plain = ""
        rest = rest.dropFirst(name.count)
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    if !plain.isEmpty { parts.append(Part(plain: plain)) }
    self.parts = parts
  }

  /// The detail of a problem.
  init(_ problem: HTTPProblem) {
    self.init(problem.detail, isolating: problem.names)
  }
}

extension Substring {
  /// Whether a whole name comes first.
  fileprivate func begins(with name: String) -> Bool {
    guard hasPrefix(name) else { return false }
    return dropFirst(name.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
  }
}

extension String {
  /// The text as a part of a title or of another plain text, whose direction ends with it: between FIRST STRONG
  /// ISOLATE and POP DIRECTIONAL ISOLATE.
  var isolated: String { "\u{2068}\(self)\u{2069}" }
}
#endif
