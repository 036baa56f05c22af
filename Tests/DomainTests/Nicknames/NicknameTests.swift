import MonikerDomain
import Testing

@Suite struct `A nickname` {
  @Test(arguments: [
    ("gildong", "gildong"),
    ("  gildong\t\n", "gildong"),
    ("\u{3000}홍\u{2003}\u{2003} 길동\u{A0}", "홍 길동"),
    ("\u{1112}\u{1161}\u{11AB}", "한"),
    ("A\u{30A}sa", "Åsa"),
    ("👩‍👩‍👧 & co", "👩‍👩‍👧 & co"),
    ("שלום", "שלום"),
    ("<b>'\"\\$(x)", "<b>'\"\\$(x)"),
    (String(repeating: "x", count: 64), String(repeating: "x", count: 64)),
    (String(repeating: "한", count: 64), String(repeating: "한", count: 64)),
    (
      String(repeating: "\u{1112}\u{1161}\u{11AB}", count: 64), String(repeating: "한", count: 64)
    ),
  ])
  func `is stored trimmed, with single spaces, composed`(typed: String, stored: String) throws {
    let nickname = try Nickname(typed)
    #expect(Array(nickname.text.unicodeScalars) == Array(stored.unicodeScalars))
  }

  @Test(
    arguments: [
      ("", .empty),
      (" \u{3000}\t\r\n", .empty),
      ("a\tb", .disallowedCharacter("\t", position: 2)),
      ("a\nb", .disallowedCharacter("\n", position: 2)),
      ("  \u{0}", .disallowedCharacter("\0", position: 1)),
      ("ab\u{1B}[31m", .disallowedCharacter("\u{1B}", position: 3)),
      ("a\u{7F}", .disallowedCharacter("\u{7F}", position: 2)),
      ("a\u{9B}b", .disallowedCharacter("\u{9B}", position: 2)),
      ("a\u{2028}b", .disallowedCharacter("\u{2028}", position: 2)),
      ("a\u{FFFF}", .disallowedCharacter("\u{FFFF}", position: 2)),
      ("\u{10FFFE}", .disallowedCharacter("\u{10FFFE}", position: 1)),
      (String(repeating: "x", count: 65), .tooManyCharacters(65, limit: 64)),
      (String(repeating: "😀", count: 64), .tooManyBytes(256, limit: 255)),
      (String(repeating: "\u{300}", count: 5_000), .tooManyBytes(10_000, limit: 255)),
    ] as [(String, NicknameRejection)]
  )
  func `is refused with the first rule that the text breaks`(
    typed: String,
    reason: NicknameRejection
  ) {
    #expect(throws: reason) { try Nickname(typed) }
  }

  @Test(arguments: [
    ("Gildong", "gILDONG"), ("Åsa", "a\u{30A}SA"), ("a b", " a \u{2003} b "),
    ("길동", "\u{1100}\u{1175}\u{11AF}\u{1103}\u{1169}\u{11BC}"),
  ])
  func `is the same claim in any spelling`(one: String, other: String) throws {
    #expect(try Nickname(one).key == Nickname(other).key)
  }

  @Test(arguments: [("a", "b"), ("ab", "a b"), ("a", "ä"), ("1", "l")])
  func `is another claim than another name`(one: String, other: String) throws {
    #expect(try Nickname(one).key != Nickname(other).key)
  }

  @Test(arguments: ["Gildong", " A\u{30A}sa  b", "İstanbul", "ǅ", "ẞ", "한글", "ﬁ"])
  func `made anew from its stored text is itself`(typed: String) throws {
    let nickname = try Nickname(typed)
    #expect(try Nickname(nickname.text) == nickname)
    #expect(
      Nickname(storedText: nickname.text, storedKey: nickname.key.text) == nickname
    )
  }

  @Test(arguments: ["", "a\u{1B}", "a\nb", String(repeating: "x", count: 2_000)])
  func `is not made from what no version of the rules let through`(stored: String) {
    #expect(Nickname(storedText: stored, storedKey: "a") == nil)
    #expect(Nickname(storedText: "a", storedKey: stored) == nil)
  }

  @Test func `keeps the stored key, whatever today's rules would derive`() {
    let nickname = Nickname(storedText: "Mina", storedKey: "key of another day")
    #expect(nickname?.key.text == "key of another day")
  }
}
