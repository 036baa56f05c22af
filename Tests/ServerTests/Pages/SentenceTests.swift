#if Server
import Foundation
import MonikerDomain
import MonikerDoubles
import Testing

@testable import MonikerServer

@Suite(.timeLimit(.minutes(2))) struct `A sentence of a page` {
  private static let sentences: [(String, [String], String)] = [
    ("The nickname \"דוד 12\" is taken.", ["דוד 12"], "The nickname \"[דוד 12]\" is taken."),
    (
      "\"محمد\" looks like \"محمود\", which", ["محمد", "محمود"],
      "\"[محمد]\" looks like \"[محمود]\", which"
    ),
    ("The session of mina expired.", ["mina"], "The session of [mina] expired."),
    ("mina", ["mina"], "[mina]"),
    // The longest one first, and words that only contain one.
    ("\"ab\" as \"abc\"", ["ab", "abc"], "\"[ab]\" as \"[abc]\""),
    ("\"a b\" is an a.", ["a", "a b"], "\"[a b]\" is an [a]."),
    ("Nothing.", [], "Nothing."), ("Nothing.", [""], "Nothing."), ("", ["a"], ""),
  ]

  @Test(arguments: sentences)
  func `isolates the nicknames in it`(text: String, names: [String], expected: String) {
    let parts = Sentence(text, isolating: names).parts
    let shown = parts.map { $0.plain ?? "[\($0.isolated ?? "nothing")]" }.joined()
    #expect(shown == expected)
    #expect(parts.allSatisfy { ($0.plain == nil) != ($0.isolated == nil) })
  }

  @Test func `shows nicknames that read from right to left where they belong`() async throws {
    let name = "דוד 12"
    let service = TestService()
    try await service.run { client in
      let david = PageVisitor(client)
      try await david.open("/sign-in")
      try await david.send("/sign-in", 0, ["nickname": name, "for": "hours"])
      try await david.send("/recovery-key/kept", 0, ["kept": "yes"]).expect(200)
      let home = try await david.open("/").text
      #expect(home.contains("<title>\u{2068}\(name)\u{2069} · Moniker</title>"))
      #expect(
        try await david.open("/accounts").text.contains("Sign out<span class=\"unseen\"> <bdi>")
      )
      let list = try await david.open("/sessions").text
      let link = try #require(list.firstMatch(of: /href="(\/sessions\/[^"]{30,})"/)?.1)
      let session = try await david.open(String(link)).text
      #expect(session.contains("<title>A session of \u{2068}\(name)\u{2069} · Moniker</title>"))
      let mina = PageVisitor(client)
      _ = try await mina.signUp("mina")
      let taken = try await mina.send("/nickname", 0, ["nickname": name]).expect(409).text
      #expect(taken.contains("The nickname &quot;<bdi>\(name)</bdi>&quot; is taken"), "\(taken)")
      service.clock.advance(by: 9 * 3_600_000)
      let ended = try await david.open("/").text
      #expect(ended.contains("The session of <bdi>\(name)</bdi> expired"), "\(ended)")
    }
  }
}
#endif
