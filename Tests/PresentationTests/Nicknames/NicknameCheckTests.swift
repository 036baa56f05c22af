import MonikerDomain
import MonikerPresentation
import Testing

@Suite struct `The check of nicknames` {
  let presenter: NicknameCheckPresenter

  init() throws {
    presenter = NicknameCheckPresenter(policy: try NicknamePolicy(reserving: ["root"]))
  }

  @Test func `shows the forms of a nickname, in lines, in one line and in JSON`() throws {
    let outcome = presenter.check(" b0B ")
    #expect(outcome.problemCode == nil)
    #expect(outcome.text.hasPrefix("b0B is a nickname.\n"))
    #expect(outcome.line == "ok\tb0B\tb0b\tbOb\tbob")
    #expect(
      try JSONDocument.text(outcome) == """
        {"key":"b0b","nickname":"b0B","shownSkeleton":"bob","skeleton":"bOb","typed":" b0B "}
        """
    )
  }

  @Test(arguments: [("r00t", "\"root\" is reserved"), ("", "it is empty")])
  func `gives the reason why a text is no nickname`(typed: String, reason: String) throws {
    let outcome = presenter.check(typed)
    #expect(outcome.problemCode == .invalidNickname)
    #expect(outcome.text.contains(reason))
    #expect(outcome.line.hasPrefix("no\t\(typed)\tThis is not a nickname: \(reason)"))
    #expect(try JSONDocument.text(outcome).contains(#""suggestion":null"#))
  }

  @Test func `keeps a line one line and its fields separate for any text`() {
    let line = presenter.check("a\tb\nc\u{1B}").line
    #expect(line.hasPrefix("no\ta<U+0009>b<U+000A>c<U+001B>\t"))
    #expect(line.split(separator: "\t").count == 3)
    #expect(!line.contains("\n"))
    #expect(
      presenter.check("a\u{200B}\u{202E}\u{FE0F}b").line.hasPrefix(
        "no\ta<U+200B><U+202E><U+FE0F>b\t"
      )
    )
  }

  @Test func `refuses text that is too long, and bytes that are no text`() throws {
    #expect(presenter.refuseText(ofBytes: 9_999_999).line.contains("it has 9999999 bytes"))
    #expect(presenter.refuseBytes().line.contains("it is not UTF-8"))
    #expect(try JSONDocument.text(presenter.refuseBytes()).contains(#""typed":null"#))
  }
}
