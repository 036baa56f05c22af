import MonikerDomain
import Testing

@Suite struct `A nickname` {
  @Test(arguments: [
    ("gildong", "gildong"),
    ("  gildong ", "gildong"),
    ("\u{3000}홍\u{2003}\u{2003} 길동\u{A0}", "홍 길동"),
    ("\u{1112}\u{1161}\u{11AB}", "한"),
    ("A\u{30A}sa", "Åsa"),
    ("👩 & co", "👩 & co"),
    ("שלום", "שלום"),
    ("<b>'\"\\$(x)", "<b>'\"\\$(x)"),
    (String(repeating: "x", count: 64), String(repeating: "x", count: 64)),
    (String(repeating: "한", count: 64), String(repeating: "한", count: 64)),
    (
      String(repeating: "\u{1112}\u{1161}\u{11AB}", count: 64), String(repeating: "한", count: 64)
    ),
  ])
  func `is stored trimmed, with single spaces, normalized`(typed: String, stored: String) throws {
    let nickname = try Nickname(typed)
    #expect(Array(nickname.text.unicodeScalars) == Array(stored.unicodeScalars))
  }

  @Test(arguments: [
    ("Gildong", "gILDONG"), ("Åsa", "a\u{30A}SA"), ("a b", " a \u{2003} b "),
    ("길동", "\u{1100}\u{1175}\u{11AF}\u{1103}\u{1169}\u{11BC}"),
  ])
  func `is the same claim in any spelling`(one: String, other: String) throws {
    #expect(try Nickname(one).key == Nickname(other).key)
  }

  @Test(arguments: [("a", "b"), ("ab", "a b"), ("a", "ä"), ("1", "l"), ("ß", "ss")])
  func `is a different claim from another name`(one: String, other: String) throws {
    #expect(try Nickname(one).key != Nickname(other).key)
  }

  @Test(arguments: ["Gildong", " A\u{30A}sa  b", "İstanbul", "ǅ", "ẞ", "한글", "ﬁ"])
  func `made from its stored text is unchanged`(typed: String) throws {
    let nickname = try Nickname(typed)
    #expect(try Nickname(nickname.text) == nickname)
    #expect(
      Nickname(
        storedText: nickname.text,
        storedKey: nickname.key.text,
        storedSkeleton: nickname.skeleton.text,
        storedShownSkeleton: nickname.shownSkeleton.text
      ) == nickname
    )
  }

  @Test(arguments: ["", "a\u{1B}", "a\nb"])
  func `is not made from a text that no version of the rules allows`(stored: String) {
    for place in 0..<4 {
      var forms = ["a", "a", "a", "a"]
      forms[place] = stored
      #expect(
        Nickname(
          storedText: forms[0],
          storedKey: forms[1],
          storedSkeleton: forms[2],
          storedShownSkeleton: forms[3]
        ) == nil
      )
    }
  }

  @Test func `keeps its stored forms even if the current rules derive others`() {
    let nickname = Nickname(
      storedText: "Mina",
      storedKey: "key of another day",
      storedSkeleton: "and skeleton",
      storedShownSkeleton: "and another"
    )
    #expect(nickname?.key.text == "key of another day")
    #expect(nickname?.skeleton.text == "and skeleton")
    #expect(nickname?.shownSkeleton.text == "and another")
  }
}
