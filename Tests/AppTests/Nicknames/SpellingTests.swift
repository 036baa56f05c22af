import Foundation
import Testing

@Suite struct `A nickname` {
  private static let names = [
    "홍길동", "이 몽룡", "👩🏽👧", "🇰🇷", "é", "שרה", "محمد", "日本 太郎", "Dž", "ß", "İ",
    "O'Brien", #""quoted""#, "<b>&amp;</b>", "]]>", "$HOME", "`id`", "; rm -rf ~ #", #"back\slash"#,
    "%s%n", "a,b|c", "*", "--", "-x", "{}", "null", "a\u{FFFD}b",
  ]

  @Test(arguments: names, StoreForm.kinds)
  func `is returned as it was typed`(name: String, store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    // After "--" no argument is an option.
    try await sandbox.moniker("login", "--", name).expect(exit: 0, errors: "")
    try await sandbox.moniker("whoami").expect(exit: 0, output: name + "\n", errors: "")
    let document = try await sandbox.moniker("whoami", "--json").expect(exit: 0).document()
    let read = try #require(document["nickname"] as? String)
    #expect(Array(read.utf8) == Array(name.utf8))
    try await sandbox.moniker("rename", "other").expect(exit: 0)
    try await sandbox.moniker("rename", "--", name).expect(exit: 0, errors: "")
    try await sandbox.moniker("whoami").expect(exit: 0, output: name + "\n")
  }

  @Test(
    arguments: [
      // Hangul as conjoining jamo, a combining accent, and other kinds of spaces.
      ("\u{1112}\u{1169}\u{11BC}\u{1100}\u{1175}\u{11AF}\u{1103}\u{1169}\u{11BC}", "홍길동"),
      ("e\u{301}", "\u{E9}"), ("\u{212B}", "\u{C5}"), ("a  b", "a b"), ("a\u{3000}b", "a b"),
      ("a\u{A0}b", "a b"), ("ｍｉｎａ", "mina"), ("ﬁ", "fi"), ("x²", "x2"), ("ǅ", "Dž"),
    ],
    StoreForm.kinds
  )
  func `is reported if its spelling differs from the typed text`(
    spelling: (typed: String, stored: String),
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    let login = try await sandbox.moniker("login", spelling.typed).expect(exit: 0)
    #expect(login.errorText == "notice: The nickname is written \"\(spelling.stored)\".\n")
    try await sandbox.moniker("whoami").expect(exit: 0, output: spelling.stored + "\n")
    let json = try await sandbox.moniker("login", spelling.typed, "--json").expect(exit: 0)
    #expect(try json.document()["nickname"] as? String == spelling.stored)
    let notice = try JSONSerialization.jsonObject(with: Data(json.errors)) as? NSDictionary
    #expect(notice?["notice"] is [String: String])
  }

  @Test(arguments: [
    ("👩\u{200D}👧", "👩👧"), ("❤\u{FE0F}", "❤"), ("gil\u{AD}dong", "gildong"), ("a\tb", "a b"),
    ("a\u{202E}b", "ab"), ("l\u{B7}", "l"),
  ])
  func `that is refused comes with the nearest valid one`(
    typed: String,
    nearest: String
  ) async throws {
    let sandbox = try Sandbox()
    for command in ["login", "rename"] {
      let refused = try await sandbox.moniker(command, typed).expect(exit: 65, output: "")
      #expect(refused.errorText.hasSuffix("Try \"\(nearest)\".\n"), "\(refused)")
    }
    try await sandbox.moniker("login", nearest).expect(exit: 0, errors: "")
  }

  @Test(arguments: StoreForm.kinds)
  func `is refused if it looks like another, and the message names the difference`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.moniker("login", "paypal").expect(exit: 0)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    for command in ["login", "rename"] {
      let words = try await sandbox.moniker(command, "paypaI").expect(exit: 6, output: "")
      #expect(words.errorText.contains("\"paypal\""))
      #expect(words.errorText.contains("U+0049 LATIN CAPITAL LETTER I"))
      let json = try await sandbox.moniker(command, "раураl", "--json").expect(exit: 6).error()
      #expect(json.code == "nicknameResembles")
    }
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n")
    // An account may look like its own nickname.
    try await sandbox.moniker("rename", "gi1dong").expect(exit: 0)
  }

  @Test(arguments: ["moniker", "Nobody", "m0niker", "ｍｏｎｉｋｅｒ"])
  func `that is reserved is refused`(typed: String) async throws {
    let sandbox = try Sandbox()
    let refused = try await sandbox.moniker("login", typed).expect(exit: 65, output: "")
    #expect(refused.errorText.contains("is reserved"), "\(refused)")
  }

  @Test func `is reported if its account spells it differently`() async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", "GilDong").expect(exit: 0, errors: "")
    let login = try await sandbox.moniker("login", "gildong").expect(exit: 0)
    #expect(login.errorText.contains("\"GilDong\""))
    try await sandbox.moniker("whoami").expect(exit: 0, output: "GilDong\n")
  }

  @Test(arguments: [" gildong", "gildong ", "\tgildong\n", "\u{3000}gildong\u{A0}"])
  func `loses surrounding white space without a notice`(typed: String) async throws {
    let sandbox = try Sandbox()
    try await sandbox.moniker("login", typed).expect(exit: 0, errors: "")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n")
  }

  @Test(arguments: StoreForm.kinds)
  func `is the same in every spelling`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let composed = try await sandbox.moniker("login", "\u{C9}lan", "--json").expect(exit: 0)
    for typed in ["E\u{301}lan", "e\u{301}LAN", " \u{E9}lan"] {
      let login = try await sandbox.moniker("login", typed, "--json").expect(exit: 0)
      #expect(try login.session() == composed.session())
    }
  }
}
