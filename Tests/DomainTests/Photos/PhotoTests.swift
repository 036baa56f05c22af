import MonikerDomain
import Testing

@Suite struct `A photo` {
  @Test(arguments: [
    ("a", true), ("LBI7cgq3pbM", true), ("-_9", true), (String(repeating: "x", count: 128), true),
    (String(repeating: "x", count: 129), false), ("", false), ("a b", false), ("../a", false),
    ("길", false), ("a\n", false), ("a/b", false),
  ])
  func `has an ID that is safe in an address and in a path`(text: String, isAccepted: Bool) {
    #expect((PhotoID(text)?.description == text) == isAccepted)
  }

  @Test(arguments: [
    ("https://example.org", true), ("https://images.example/a?w=1&h=2#x", true),
    ("http://example.org", false), ("javascript:alert(1)", false), ("HTTPS://example.org", false),
    ("https://", false), ("https:///a", false), ("https://a b", false), ("https://a\"b", false),
    ("https://a/\u{E9}", false), ("https://a\n", false), ("https://user@host", false),
    ("https://host/@user", true),
    ("https://" + String(repeating: "a", count: 2_040), true),
    ("https://" + String(repeating: "a", count: 2_041), false), ("https://@", false),
  ])
  func `has addresses that a page can link to`(text: String, isAccepted: Bool) {
    #expect((WebAddress(text)?.description == text) == isAccepted)
  }

  @Test func `has a text only if it fits into a line`() throws {
    let id = try #require(PhotoID("a"))
    #expect(Picture(id: id, text: "a cat").text == "a cat")
    for text in ["", "a\nb", String(repeating: "x", count: 1_001)] {
      #expect(Picture(id: id, text: text).text == nil)
      #expect(Attribution(author: text, address: nil, source: "s") == nil)
      #expect(Attribution(author: "a", address: nil, source: text) == nil)
    }
  }
}

@Suite struct `A number of photos` {
  @Test func `is from 0 to 30`() throws {
    #expect(try PhotoCount(0).value == 0)
    #expect(try PhotoCount(30).value == 30)
    for number in [-1, 31, .max, .min] {
      #expect(throws: PhotoError.count(number)) { try PhotoCount(number) }
    }
  }

  @Test func `stays in its range when it is raised and lowered`() throws {
    #expect(try PhotoCount(0).lowered == PhotoCount(0))
    #expect(try PhotoCount(0).raised == PhotoCount(1))
    #expect(try PhotoCount(30).raised == PhotoCount(30))
    #expect(try PhotoCount(30).lowered == PhotoCount(29))
  }
}
