import MonikerContract
import MonikerDomain
import Testing

/// Laws that hold for every text, tested with random texts.
@Suite struct `For any text` {
  static let groups: [String] = [
    "abclLIO019xzAES", "  \u{A0}\u{2003}\u{3000}\u{A8}\u{B4}\u{2DC}", "ΑΣσςΰᾳ\u{3D4}\u{345}'.",
    "\u{301}\u{323}\u{327}\u{344}\u{F71}\u{F73}", "한가\u{1100}\u{1161}\u{11A8}ㅎ",
    "بست\u{640}\u{64B}٠۰\u{200C}\u{200D}", "क\u{94D}\u{200D}\u{B7}l\u{375}\u{5F3}א",
    "ｆＷﾊﾟ・カ漢", "ﬁⅣℌ㏂ﷺ½①𝔐", "😀👩\u{FE0F}", "ßẞİǅ\u{1E9B}",
    "\t\n\u{85}\u{2028}\u{AD}\u{202E}\u{E000}\u{378}\u{FFFF}", "раурaо",
  ]

  static func text(by generator: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    let groups = (0..<3).map { _ in Self.groups.randomElement(using: &generator) ?? "a" }
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let group = groups.randomElement(using: &generator) ?? "a"
      if let scalar = group.unicodeScalars.randomElement(using: &generator) { text.append(scalar) }
    }
    return String(text)
  }

  /// Runs a check on random texts, and reports the first that fails with the seed.
  ///
  /// - Parameter check: returns nil for a text to which the law does not apply.
  private func forAll(_ check: (String) throws -> Bool?) throws {
    for seed in [1, UInt64.random(in: 2...UInt64.max)] {
      var generator = SeededGenerator(seed: seed)
      var applicableCount = 0
      for _ in 0..<20_000 {
        let text = Self.text(by: &generator)
        guard let holds = try check(text) else { continue }
        applicableCount += 1
        guard holds else {
          Issue.record("seed \(seed): \(text.codePoints)")
          return
        }
      }
      #expect(applicableCount > 100, "seed \(seed)")
    }
  }

  @Test func `enforcing twice gives the same`() throws {
    try forAll { text in
      guard let once = try? NicknameProfile.enforce(text) else { return nil }
      return try NicknameProfile.enforce(once).codePoints == once.codePoints
    }
  }

  @Test func `keys and their enforcement are stable`() throws {
    try forAll { text in
      guard let nickname = try? Nickname(text) else { return nil }
      let key = nickname.key.text
      return try NicknameProfile.enforce(key).codePoints == key.codePoints
        && NicknameProfile.comparisonForm(of: key).codePoints == key.codePoints
        && Nickname(nickname.text).key == nickname.key
        && Nickname(key).key == nickname.key
    }
  }

  @Test func `being the same claim is an equivalence, and equal claims look the same`() throws {
    var generator = SeededGenerator(seed: 5)
    let nicknames = (0..<20_000).compactMap { _ in try? Nickname(Self.text(by: &generator)) }
    let claims = Dictionary(grouping: nicknames, by: \.key)
    // Some texts must be the same claim, or the law would be vacuous.
    #expect(claims.count < nicknames.count)
    for (key, same) in claims {
      #expect(same.allSatisfy { $0.key == key && key == $0.key })
      #expect(Set(same.map(\.skeleton)).count == 1)
      #expect(Set(same.map { $0.key.text.codePoints }).count == 1)
    }
  }

  @Test func `a suggestion is a valid nickname unchanged`() throws {
    try forAll { text in
      do {
        _ = try Nickname(text)
        return nil
      } catch let rejection as NicknameRejection {
        guard let suggestion = rejection.suggestion else { return nil }
        return try Nickname(suggestion).text.codePoints == suggestion.codePoints
      }
    }
  }

  /// Lower case divides U+0130, and its dot comes between the virama and the joiner.
  @Test func `a character that only lower case forbids is found in the typed text`() {
    let text = "  \u{1C5}\u{2163}\u{130}\u{94D}\u{200D}"
    let rejection = #expect(throws: NicknameRejection.self) { try Nickname(text) }
    guard case .disallowed(let found) = rejection?.reason else {
      Issue.record("\(String(describing: rejection))")
      return
    }
    #expect(found.position == 7)
    #expect(found.typed == "\u{200D}")
  }

  @Test func `a refused character occurs in the typed text`() throws {
    try forAll { text in
      do {
        _ = try Nickname(text)
        return nil
      } catch let rejection as NicknameRejection {
        guard case .disallowed(let found) = rejection.reason else { return nil }
        let scalars = Array(text.unicodeScalars)
        return scalars.indices.contains(found.position - 1)
          && scalars[found.position - 1] == found.typed
      }
    }
  }
}
