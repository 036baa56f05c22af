import MonikerDomain
import Testing

@Suite struct `A rejection` {
  @Test(
    arguments: [
      ("a\tb", "\t", "\t", 2, "a b"),
      ("ab\u{1B}[31m", "\u{1B}", "\u{1B}", 3, "ab[31m"),
      ("  \u{0}x", "\0", "\0", 3, "x"),
      ("👩\u{200D}👧", "\u{200D}", "\u{200D}", 2, "👩👧"),
      ("I ❤\u{FE0F} u", "\u{FE0F}", "\u{FE0F}", 4, "I ❤ u"),
      ("\u{AD}gil\u{AD}dong", "\u{AD}", "\u{AD}", 1, "gildong"),
      // The typed character maps to another one, which is refused.
      ("aㅎ", "\u{1112}", "ㅎ", 2, "a"),
      ("가ㄱ", "\u{1100}", "ㄱ", 2, "가"),
      ("하하ㅎㅎ", "\u{1112}", "ㅎ", 3, "하하"),
      ("\u{1100}\u{1161}\u{1100}", "\u{1100}", "\u{1100}", 3, "가"),
      ("강ㅏ", "\u{1161}", "ㅏ", 2, "강"),
      ("\u{AC01}\u{11A8}", "\u{11A8}", "\u{11A8}", 2, "각"),
      ("\u{1100}\u{1161}\u{1161}", "\u{1161}", "\u{1161}", 3, "가"),
      ("x\u{302F}\u{302E}", "\u{302F}", "\u{302F}", 2, "x"),
      ("\u{3164}", "\u{1160}", "\u{3164}", 1, nil),
      // After a ligature, a decomposition that is composed again, and a removed space.
      ("ﬁ\u{E000}", "\u{E000}", "\u{E000}", 2, "fi"),
      ("  A\u{30A}\u{E000}", "\u{E000}", "\u{E000}", 5, "Å"),
      // The second of two, since the first is allowed.
      ("l\u{B7}l\u{B7}", "\u{B7}", "\u{B7}", 4, "l\u{B7}l"),
      ("\u{661}\u{6F2}", "\u{661}", "\u{661}", 1, "\u{661}\u{662}"),
      ("\u{6F1}\u{662}x", "\u{6F1}", "\u{6F1}", 1, "\u{6F1}\u{6F2}x"),
      ("a\u{30FB}b", "\u{30FB}", "\u{30FB}", 2, "ab"),
    ] as [(String, Unicode.Scalar, Unicode.Scalar, Int, String?)]
  )
  func `names the character, its place in the typed text, and the nearest nickname`(
    text: String,
    scalar: Unicode.Scalar,
    typed: Unicode.Scalar,
    position: Int,
    suggestion: String?
  ) throws {
    let rejection = try #require(throws: NicknameRejection.self) { try Nickname(text) }
    guard case .disallowed(let found) = rejection.reason else {
      Issue.record("refused as \(rejection.reason)")
      return
    }
    #expect(found.scalar == scalar)
    #expect(found.typed == typed)
    #expect(found.position == position)
    #expect(rejection.suggestion?.codePoints == suggestion?.codePoints)
  }

  @Test(
    arguments: [
      ("", .empty, nil),
      (" \u{3000}", .empty, nil),
      (String(repeating: "x", count: 65), .tooManyCharacters(65, limit: 64), 64),
      (String(repeating: "한", count: 65), .tooManyCharacters(65, limit: 64), 64),
      (String(repeating: "😀", count: 64), .tooManyBytes(256, limit: 255), 63),
      ("a" + String(repeating: "\u{300}", count: 130), .tooManyBytes(260, limit: 255), nil),
      (String(repeating: "x", count: 5_000), .tooManyBytes(5_000, limit: 255), nil),
    ] as [(String, NicknameRejection.Reason, Int?)]
  )
  func `reports a text that is too long or empty, and truncates it if possible`(
    text: String,
    reason: NicknameRejection.Reason,
    length: Int?
  ) throws {
    let rejection = try #require(throws: NicknameRejection.self) { try Nickname(text) }
    #expect(rejection.reason == reason)
    #expect(rejection.suggestion?.count == length)
  }

  @Test(arguments: [
    String(repeating: "x", count: 64), String(repeating: "한", count: 64),
    String(repeating: "\u{1112}\u{1161}\u{11AB}", count: 64),
    String(repeating: "😀", count: 63), "a" + String(repeating: "\u{300}", count: 126),
    String(repeating: " ", count: 9_000) + "x" + String(repeating: "\t", count: 9_000),
  ])
  func `does not occur at the limits`(text: String) throws {
    _ = try Nickname(text)
  }
}
