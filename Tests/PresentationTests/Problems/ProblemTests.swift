import MonikerDomain
import MonikerPresentation
import Testing

@Suite struct `A problem` {
  @Test(arguments: [ProfileRejection.Field.title, .description])
  func `of a profile says which text it is about`(field: ProfileRejection.Field) {
    let rejection = ProfileRejection(field, .tooManyBytes(9, limit: 8))
    #expect(Problem(ProfileError.rejected(rejection)).field == field)
    #expect(Problem(ProfileError.notSignedIn).field == nil)
  }

  static let reasons: [(StoreFailure.Reason, Problem.Code)] = [
    (.busy, .storeBusy), (.unreachable, .storeUnreachable),
    (.permissionDenied, .permissionDenied), (.damaged, .storeDamaged), (.foreign, .storeForeign),
    (.newer(found: 9, supported: 1), .storeNewer), (.idInUse, .failure),
    (.inputOutput, .inputOutput),
  ]

  @Test(arguments: reasons)
  func `of a store names the store, what happened and the next step`(
    reason: StoreFailure.Reason,
    code: Problem.Code
  ) {
    let problem = Problem(StoreFailure(reason, at: "/the/path", detail: "what happened"))
    #expect(problem.code == code)
    let what = "The store /the/path failed: what happened."
    #expect(problem.message.hasPrefix(what))
    #expect(problem.message.hasSuffix("."))
    #expect(problem.message != what || !problem.remedies.isEmpty)
    #expect(Problem(NicknameError.store(StoreFailure(reason, at: "", detail: ""))).code == code)
    #expect(Problem(SessionError.store(StoreFailure(reason, at: "", detail: ""))).code == code)
  }

  @Test(
    arguments: [
      ("", "it is empty. Give at least one character that is not a space."),
      ("a\u{1B}b", "code point 2 is U+001B, a control character. Try \"ab\"."),
      ("\u{10FFFF}", "code point 1 is U+10FFFF, a noncharacter. Choose another one."),
      ("a\u{AD}", "code point 2 is U+00AD SOFT HYPHEN, an invisible character. Try \"a\"."),
      ("a\u{378}", "code point 2 is U+0378, which is not assigned in Unicode 17. Try \"a\"."),
      ("x\u{E000}", "U+E000, a character for private use. Try \"x\"."),
      ("x\u{600}", "U+0600 ARABIC NUMBER SIGN, a formatting character. Try \"x\"."),
      ("x\u{2028}y", "U+2028 LINE SEPARATOR, a line separator. Try \"x y\"."),
      ("x\u{640}", "U+0640 ARABIC TATWEEL, which RFC 5892 excludes by name. Try \"x\"."),
      (
        "가\u{314E}",
        "code point 2 is U+314E HANGUL LETTER HIEUH, which stands for U+1112 HANGUL CHOSEONG "
          + "HIEUH, a single letter that forms no modern Korean syllable. Try \"가\"."
      ),
      (
        "👩\u{200D}👧",
        "U+200D ZERO WIDTH JOINER, which is allowed only after a virama, not between emoji. "
          + "Try \"👩👧\"."
      ),
      (
        "a\u{200C}",
        "which is allowed only after a virama, or between letters that would join. Try \"a\"."
      ),
      ("a\u{B7}", "U+00B7 MIDDLE DOT, which is allowed only between two l. Try \"a\"."),
      ("\u{375}a", "which is allowed only before a Greek character. Try \"a\"."),
      ("a\u{5F3}", "which is allowed only after a Hebrew character. Try \"a\"."),
      ("a\u{30FB}", "which is allowed only in a name with Hiragana, Katakana or Han. Try \"a\"."),
      (
        "\u{660}\u{6F0}",
        "which is not allowed in one name with the other set of Arabic digits. "
          + "Try \"\u{660}\u{660}\"."
      ),
      (String(repeating: "x", count: 65), "it has 65 characters, and at most 64 are allowed. Try"),
      (
        String(repeating: "x", count: 9_999),
        "it has 9999 bytes in UTF-8, and at most 255 are allowed. Give at most 255 bytes."
      ),
    ] as [(String, String)]
  )
  func `with a nickname names the character, its place, the reason and a valid nickname`(
    typed: String,
    words: String
  ) throws {
    let rejection = try #require(throws: NicknameRejection.self) { try Nickname(typed) }
    let problem = Problem(NicknameError.rejected(rejection))
    #expect(problem.code == .invalidNickname)
    #expect(problem.message.hasPrefix("This is not a nickname: "))
    #expect(problem.message.contains(words))
  }

  @Test func `with a reserved nickname names it`() {
    let problem = Problem(NicknameError.rejected(NicknameRejection(.reserved("moniker"))))
    #expect(problem.code == .invalidNickname)
    #expect(
      problem.message.contains("\"moniker\" is reserved, and so is every text that looks like it.")
    )
  }

  @Test func `with a look-alike names the other nickname and the difference`() throws {
    let holder = Account(
      id: AccountID(high: 0, low: 1),
      nickname: try Nickname("paypal"),
      createdAt: Timestamp(millisecondsSince1970: 0)
    )
    let problem = Problem(NicknameError.resembles(try Nickname("раypa1"), holder: holder))
    #expect(problem.code == .nicknameResembles)
    #expect(
      problem.message
        == "The nickname \"раypa1\" looks like \"paypal\", which another account holds: it "
        + "has \"р\" (U+0440 CYRILLIC SMALL LETTER ER) where that has \"p\" (U+0070 LATIN SMALL "
        + "LETTER P), \"а\" (U+0430 CYRILLIC SMALL LETTER A) where that has \"a\" (U+0061 LATIN "
        + "SMALL LETTER A), \"1\" (U+0031 DIGIT ONE) where that has \"l\" (U+006C LATIN SMALL "
        + "LETTER L). Choose another one."
    )
  }

  @Test func `never contains control characters`() {
    let problem = Problem(.failure, "a\u{1B}[31m\u{9B}b\r\nc")
    #expect(problem.message == "a<U+001B>[31m<U+009B>b<U+000D>\nc")
  }
}
