import MonikerDomain
import Testing

@Suite struct `The Nickname profile` {
  /// RFC 8266, section 3, Table 1.
  static let examples = [
    ("Foo", "foo"), ("foo", "foo"), ("Foo Bar", "foo bar"), ("foo bar", "foo bar"),
    ("Σ", "σ"), ("σ", "σ"), ("ς", "ς"), ("\u{3D4}", "\u{3CB}"), ("♚", "♚"),
    ("Richard \u{2163}", "richard iv"),
  ]

  @Test(arguments: examples)
  func `compares the examples of RFC 8266 as specified`(nickname: String, form: String) throws {
    #expect(try NicknameProfile.comparisonForm(of: nickname).codePoints == form.codePoints)
    #expect(try Nickname(nickname).key.text.codePoints == form.codePoints)
  }

  @Test(
    arguments: [
      // Spaces of every kind (Zs), at the ends and within.
      (" a ", "a"), ("\u{A0}a\u{3000}", "a"), ("a \u{2003}\u{202F} b", "a b"),
      ("a\u{1680}b\u{2000}c\u{2001}d", "a b c d"), ("\u{205F}x", "x"),
      // A space that a decomposition yields: stable after the second application.
      ("a\u{A8}b", "a \u{308}b"), ("\u{A8}", "\u{308}"), ("\u{FC5E}x", "\u{64C}\u{651}x"),
      // Full and half width.
      ("ｆｕｌｌ　ＷＩＤＴＨ", "full WIDTH"), ("ﾊﾟﾝ", "パン"), ("ﾡ\u{FFC2}", "가"), ("ﾡ", nil), ("￦", "₩"),
      // Ligatures, Roman numerals, squares, superscripts, circled and mathematical letters.
      ("ﬁﬀ", "fiff"), ("ﬗ", "մխ"), ("ﷺ", "صلى الله عليه وسلم"), ("Ⅳⅷ", "IVviii"),
      ("㎞²", "km2"), ("①Ⓐ", "1A"), ("𝔐𝟙", "M1"), ("ℌ™", "HTM"), ("½", "1⁄2"),
      // Decomposed Hangul, and letters that form no syllable.
      ("\u{1112}\u{1161}\u{11AB}", "한"), ("하\u{11AB}", "한"), ("ㅎ", nil), ("\u{1100}", nil),
      ("\u{1113}\u{1161}", nil), ("\u{1112}\u{1161}\u{11EB}", nil), ("\u{A960}\u{1161}", nil),
      ("\u{D7CB}", nil), ("\u{115F}", nil), ("\u{1160}", nil), ("\u{3164}", nil),
      // The order of marks, and their compositions.
      ("a\u{307}\u{323}", "ạ\u{307}"), ("\u{1EA1}\u{302}", "ậ"), ("A\u{30A}", "Å"),
      ("\u{212B}", "Å"), ("q\u{307}\u{323}", "q\u{323}\u{307}"), ("\u{958}", "क\u{93C}"),
      ("\u{344}", "\u{308}\u{301}"), ("\u{1D15E}", "\u{1D157}\u{1D165}"),
      // Emoji: alone, with modifiers and as flags, but neither joined nor styled.
      ("😀", "😀"), ("👩🏽", "👩🏽"), ("🇰🇷", "🇰🇷"), ("👩\u{200D}👧", nil), ("❤\u{FE0F}", nil),
      ("☺\u{FE0E}", nil), ("1\u{FE0F}\u{20E3}", nil), ("1\u{20E3}", "1\u{20E3}"),
      ("🏴\u{E0067}\u{E007F}", nil),
      // Text in both directions, without control characters for it.
      ("שלום world", "שלום world"), ("مرحبا 123", "مرحبا 123"), ("\u{202E}abc", nil),
      ("\u{2066}abc\u{2069}", nil), ("\u{61C}a", nil), ("\u{200E}a", nil), ("\u{200F}a", nil),
      // White space other than space separators, and invisible characters.
      ("a\tb", nil), ("a\n", nil), ("\r", nil), ("a\u{B}", nil), ("a\u{85}b", nil),
      ("a\u{2028}b", nil), ("a\u{2029}", nil), ("\u{200B}", nil), ("\u{FEFF}a", nil),
      ("\u{2060}", nil), ("\u{180E}", nil), ("\u{AD}", nil), ("\u{34F}", nil), ("\u{17B4}", nil),
      // Private use, unassigned, noncharacters, and the newest assigned ones.
      ("\u{E000}", nil), ("\u{F0000}", nil), ("\u{10FFFD}", nil), ("\u{378}", nil),
      ("\u{E0200}", nil), ("\u{FFFE}", nil), ("\u{10FFFF}", nil),
      ("\u{1FFFE}", nil), ("\u{88F}", "\u{88F}"), ("\u{16EBB}", "\u{16EBB}"),
      ("\u{FFFC}", "\u{FFFC}"),
      // Empty texts.
      ("", nil), ("   ", nil), ("\u{3000}", nil),
    ] as [(String, String?)]
  )
  func `enforces its rules in their order`(text: String, form: String?) {
    #expect((try? NicknameProfile.enforce(text))?.codePoints == form?.codePoints)
  }

  @Test(
    arguments: [
      // RFC 5892, section 2.6: valid as exceptions.
      ("\u{DF}", nil), ("\u{3C2}", nil), ("\u{6FD}", nil), ("\u{6FE}", nil), ("\u{F0B}", nil),
      ("\u{3007}", nil),
      // Disallowed as exceptions.
      ("\u{640}", .exception), ("\u{7FA}", .exception), ("\u{302E}", .exception),
      ("\u{302F}", .exception), ("\u{3031}", .exception), ("\u{3032}", .exception),
      ("\u{3033}", .exception), ("\u{3034}", .exception), ("\u{3035}", .exception),
      ("\u{303B}", .exception),
      // Every other class of RFC 8264, section 8.
      ("\0", .control), ("\u{7F}", .control), ("\u{9F}", .control), ("\u{378}", .unassigned),
      ("\u{FFFF}", .noncharacter), ("\u{AD}", .ignorable), ("\u{FE0F}", .ignorable),
      ("\u{1100}", .oldHangulJamo), ("\u{11FF}", .oldHangulJamo), ("\u{E000}", .other),
      ("\u{2028}", .other), ("\u{600}", .other),
      ("~", nil), ("Ω", nil), ("ª", nil), ("Ⅷ", nil), ("\u{488}", nil), ("§", nil), ("«", nil),
      // Appendix A.1: after a virama, or between joining letters.
      ("क\u{94D}\u{200C}ष", nil), ("क\u{200C}ष", .zeroWidthNonJoiner),
      ("\u{628}\u{200C}\u{628}", nil), ("\u{628}\u{64B}\u{200C}\u{64B}\u{627}", nil),
      ("\u{A872}\u{200C}\u{628}", nil), ("\u{627}\u{200C}\u{628}", .zeroWidthNonJoiner),
      ("\u{628}\u{200C}", .zeroWidthNonJoiner), ("\u{200C}\u{628}", .zeroWidthNonJoiner),
      ("\u{628}\u{200C}a", .zeroWidthNonJoiner), ("\u{628}\u{200C}\u{A872}", .zeroWidthNonJoiner),
      ("\u{628}\u{200C}\u{200C}\u{628}", .zeroWidthNonJoiner),
      // Appendix A.2: after a virama.
      ("क\u{94D}\u{200D}ष", nil), ("\u{200D}", .zeroWidthJoiner), ("a\u{200D}", .zeroWidthJoiner),
      ("\u{628}\u{200D}\u{628}", .zeroWidthJoiner),
      // Appendix A.3: between two l.
      ("l\u{B7}l", nil), ("a\u{B7}l", .middleDot), ("l\u{B7}", .middleDot), ("\u{B7}l", .middleDot),
      ("L\u{B7}L", .middleDot), ("l\u{B7}\u{B7}l", .middleDot),
      // Appendix A.4: before a Greek character. U+0374 is U+02B9 in NFKC.
      ("\u{375}α", nil), ("\u{375}a", .greekKeraia), ("α\u{375}", .greekKeraia),
      // Appendices A.5 and A.6: after a Hebrew character.
      ("א\u{5F3}", nil), ("א\u{5F4}", nil), ("\u{5F3}א", .hebrewPunctuation),
      ("a\u{5F4}", .hebrewPunctuation), ("א\u{5F3}\u{5F4}", nil),
      // Appendix A.7: with Hiragana, Katakana or Han anywhere in the text.
      ("ア\u{30FB}", nil), ("\u{30FB}ひ", nil), ("a\u{30FB}漢", nil),
      ("a\u{30FB}b", .katakanaMiddleDot),
      ("\u{FF65}", .katakanaMiddleDot), ("ｱ\u{FF65}", nil),
      // Appendices A.8 and A.9: either set of digits, not both.
      ("\u{660}\u{669}", nil), ("\u{6F0}\u{6F9}", nil), ("\u{660}9", nil),
      ("\u{660}\u{6F0}", .arabicIndicDigit), ("\u{6F5} \u{665}", .extendedArabicIndicDigit),
    ] as [(String, DisallowedScalar.Rule?)]
  )
  func `has the exceptions, classes and contextual rules`(
    text: String,
    rule: DisallowedScalar.Rule?
  ) {
    var found: DisallowedScalar.Rule?
    do {
      _ = try NicknameProfile.enforce(text)
    } catch {
      guard case .disallowed(let scalar) = error else {
        Issue.record("refused as \(error)")
        return
      }
      found = scalar.rule
    }
    #expect(found == rule)
  }

  @Test(arguments: [
    // Full lower case, not case folding.
    ("ÄÖẞß", "äößß"), ("İ", "i\u{307}"), ("I", "i"), ("ǅ", "dž"), ("ᾼ", "\u{1FB3}"),
    ("ⅯⅬ", "ml"), ("ꭰᎠ", "ꭰꭰ"), ("Ⴀ", "ⴀ"), ("Ა", "ა"), ("𐐀", "𐐨"), ("\u{16EA0}", "\u{16EBB}"),
    ("\u{A7CE}", "\u{A7CF}"),
    // Final_Sigma, with the characters that it skips, and where it is not final.
    ("ΑΣ", "ας"), ("Σ", "σ"), ("ΣΑ", "σα"), ("ΑΣΑ", "ασα"), ("ΑΣ ΣΑ", "ας σα"), ("ΑΣ'", "ας'"),
    ("Α'Σ", "α'ς"), ("ΑΣ'Α", "ασ'α"), ("ΑΣ-Α", "ας-α"), ("1Σ", "1σ"), ("ΑΣ\u{301}", "ας\u{301}"),
    ("ΑΣΣ", "ασς"),
    // Normalization after lower-casing, and lower-casing again if normalization yields an
    // upper-case letter.
    ("ℌ", "h"), ("𝔐", "m"), ("㎒", "mhz"), ("™", "tm"), ("Å", "å"),
  ])
  func `lower-cases before it normalizes`(text: String, form: String) throws {
    #expect(try NicknameProfile.comparisonForm(of: text).codePoints == form.codePoints)
  }

  /// The decision that `NicknameRules` documents: a stored form can be compared again.
  @Test func `has the key of the enforced form, which differs if a sigma follows a square`()
    throws
  {
    let typed = "\u{33C2}Σ"
    #expect(try NicknameProfile.comparisonForm(of: typed) == "a.m.σ")
    #expect(try Nickname(typed).text == "a.m.Σ")
    #expect(try Nickname(typed).key.text == "a.m.ς")
    #expect(try Nickname(Nickname(typed).text).key == Nickname(typed).key)
  }

  @Test(arguments: [
    String(repeating: "\u{301}", count: 500_000),
    "a" + String(repeating: "\u{316}\u{301}", count: 250_000),
    String(repeating: "\u{660}", count: 500_000),
    String(repeating: "\u{660}", count: 250_000) + String(repeating: "\u{6F0}", count: 250_000),
    String(repeating: "\u{628}\u{200C}", count: 250_000) + "\u{628}",
    String(repeating: "Σ'", count: 300_000), String(repeating: "\u{30FB}", count: 300_000),
    String(repeating: "\u{1100}\u{1161}\u{11A8}", count: 100_000),
    "x" + String(repeating: " ", count: 1_000_000) + "x",
    String(repeating: "\u{FDFA}", count: 20_000),
  ])
  func `refuses a megabyte as too long before it processes it`(text: String) {
    // Benchmarks measures the time of this, and that the profile itself is linear.
    #expect(throws: NicknameRejection(.tooManyBytes(text.utf8.count, limit: 255))) {
      try Nickname(text)
    }
  }
}
