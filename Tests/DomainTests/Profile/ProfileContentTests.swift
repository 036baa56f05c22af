import MonikerDomain
import Testing

@Suite struct `The content of a profile` {
  private func content(
    title: String = "",
    description: String = ""
  ) throws(ProfileRejection) -> ProfileContent {
    try ProfileContent(title: title, description: description, picture: nil)
  }

  private func rejection(
    title: String = "",
    description: String = ""
  ) -> ProfileRejection? {
    #expect(throws: ProfileRejection.self) {
      try content(title: title, description: description)
    }
  }

  @Test(arguments: [
    ("e\u{301}", "\u{E9}"), ("\u{1112}\u{1161}\u{11AB}", "한"), ("\u{212B}", "\u{C5}"),
    ("ﬁ", "ﬁ"), ("\u{2000}a\u{2001}b", "a\u{2003}b"), ("\u{1E9B}\u{323}", "\u{1E9B}\u{323}"),
    ("  a  ", "a"), ("👩‍👧‍👦", "👩‍👧‍👦"),
  ])
  func `is in Normalization Form C, without white space at its ends`(
    typed: String,
    stored: String
  ) throws {
    let made = try content(title: typed, description: typed)
    #expect(Array(made.title.utf8) == Array(stored.utf8))
    #expect(Array(made.description.utf8) == Array(stored.utf8))
  }

  @Test(arguments: [
    ("a\nb", "a\nb"), ("a\r\nb", "a\nb"), ("a\rb", "a\nb"), ("a\r\r\n\nb", "a\n\n\nb"),
    ("\n\n a\n \n", "a"), ("a\n\u{301}b", "a\n\u{301}b"),
  ])
  func `has a description of lines that line feeds separate`(
    typed: String,
    stored: String
  ) throws {
    #expect(Array(try content(description: typed).description.utf8) == Array(stored.utf8))
  }

  @Test func `keeps a text that is left as it was, whatever its length and its ends`() throws {
    let long = " " + String(repeating: "x", count: 2_001) + "\n"
    let imported = try #require(
      ProfileContent(storedTitle: String(long.prefix(150)) + " ", description: long, picture: nil)
    )
    let typed = String(long.dropFirst()).replacing("\n", with: "\r\n")
    let edited = try ProfileContent(
      title: String(long.prefix(150)),
      description: typed,
      picture: nil,
      over: imported
    )
    #expect(edited == imported)
    #expect(throws: ProfileRejection(.description, .tooManyCharacters(2_002, limit: 2_000))) {
      try ProfileContent(title: "", description: "x" + typed, picture: nil, over: imported)
    }
  }

  @Test func `has at most 100 and 2,000 characters`() throws {
    for character in ["x", "길", "e\u{301}", "👩‍👧‍👦"] {
      let count = character == "👩‍👧‍👦" ? 55 : 100
      _ = try content(title: String(repeating: character, count: count))
    }
    #expect(
      rejection(title: String(repeating: "e\u{301}", count: 101))
        == ProfileRejection(.title, .tooManyCharacters(101, limit: 100))
    )
    _ = try content(description: String(repeating: "길", count: 2_000))
    #expect(
      rejection(description: String(repeating: "길", count: 2_001))
        == ProfileRejection(.description, .tooManyCharacters(2_001, limit: 2_000))
    )
  }

  @Test func `has at most 1,000 and 20,000 bytes`() throws {
    let mark = "\u{30F}"
    _ = try content(title: "xx" + String(repeating: mark, count: 499))
    #expect(
      rejection(title: "x" + String(repeating: mark, count: 500))
        == ProfileRejection(.title, .tooManyBytes(1_001, limit: 1_000))
    )
    _ = try content(description: "xx" + String(repeating: mark, count: 9_999))
    #expect(
      rejection(description: "x" + String(repeating: mark, count: 10_000))
        == ProfileRejection(.description, .tooManyBytes(20_001, limit: 20_000))
    )
    // Not worth to be normalized.
    #expect(
      rejection(description: String(repeating: " ", count: 80_001))
        == ProfileRejection(.description, .tooManyBytes(80_001, limit: 20_000))
    )
  }

  @Test(arguments: ["\t", "\u{0}", "\u{1B}", "\u{7F}", "\u{85}", "\u{2028}", "\u{FFFE}"])
  func `refuses what cannot be shown in a line, and says where it is`(text: String) throws {
    let scalar = try #require(text.unicodeScalars.first)
    #expect(
      rejection(title: " ab\(text)c")
        == ProfileRejection(.title, .disallowed(scalar, line: 1, column: 4))
    )
    #expect(
      rejection(description: "\n one\n길\(text)동")
        == ProfileRejection(.description, .disallowed(scalar, line: 3, column: 2))
    )
  }

  @Test func `has a title of one line`() {
    let found = rejection(title: "a\nb")
    #expect(found?.description == "The title has several lines; it must be one line.")
  }

  @Test(arguments: [
    (ProfileRejection(.title, .disallowed("\t", line: 1, column: 3)), "U+0009 at character 3"),
    (
      ProfileRejection(.description, .disallowed("\t", line: 2, column: 3)),
      "U+0009 in line 2, at character 3"
    ),
    (ProfileRejection(.title, .tooManyCharacters(101, limit: 100)), "101 characters; at most 100"),
    (ProfileRejection(.description, .tooManyBytes(9, limit: 8)), "9 bytes; at most 8"),
  ])
  func `is refused with the rule and the place`(rejection: ProfileRejection, words: String) {
    #expect(rejection.description.contains(words))
  }
}
