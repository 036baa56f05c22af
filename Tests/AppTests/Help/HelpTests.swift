import MonikerDoubles
import Testing

@Suite struct `Help` {
  @Test(arguments: [
    [], ["--help"], ["-h"], ["help"], ["help", "login"], ["login", "--help"], ["help", "logout"],
    ["help", "whoami"], ["help", "status"], ["help", "rename"], ["rename", "-h"],
    ["help", "nickname"], ["help", "nickname", "check"], ["nickname", "check", "--help"],
  ])
  func `is printed to standard output, with examples before the usage`(words: [String]) async throws
  {
    let sandbox = try Sandbox()
    let help = try await sandbox.launch(words).run().expect(exit: 0, errors: "")
    let examples = try #require(help.outputText.firstRange(of: "EXAMPLES:\n  moniker "))
    let usage = try #require(help.outputText.firstRange(of: "USAGE: moniker "))
    #expect(examples.lowerBound < usage.lowerBound)
    #expect(help.output.last == UInt8(ascii: "\n"))
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test(arguments: [
    ["nosuch"], ["acounts"], ["accounts", "remov"], ["store", "nosuch", "--json"],
  ])
  func `of a command that does not exist is wrong usage`(words: [String]) async throws {
    let sandbox = try Sandbox()
    let help = try await sandbox.launch(["help"] + words).run().expect(exit: 64, output: "")
    let unknown = try #require(words.last { !$0.hasPrefix("-") })
    #expect(help.errorText.hasPrefix("error: Unexpected argument '\(unknown)'"))
    let hasSuggestion = help.errorText.contains("Did you mean '")
    #expect(hasSuggestion == (unknown != "nosuch"))
  }

  @Test func `lists every exit status`() async throws {
    let help = try await Sandbox().moniker("--help").expect(exit: 0).outputText
    for status in ["0", "1", "4", "5", "6", "64", "65", "69", "74", "75", "77", "78", "130"] {
      #expect(help.contains(try Regex("(?m)(^|  )\(status) +[a-z]")), "\(status)")
    }
  }

  @Test(arguments: ["login", "logout", "whoami", "status", "rename"])
  func `shows the options of every command that uses a store`(command: String) async throws {
    let help = try await Sandbox().moniker("help", command).expect(exit: 0).outputText
    for option in ["--store", "--json", "--quiet", "--no-input", "--no-color"] {
      #expect(help.contains(option), "\(option)")
    }
  }

  private static let commands = [
    [], ["login"], ["logout"], ["whoami"], ["status"], ["watch"], ["rename"], ["switch"], ["use"],
    ["accounts"], ["accounts", "list"], ["accounts", "add"], ["accounts", "remove"], ["sessions"],
    ["sessions", "list"], ["sessions", "show"], ["sessions", "end"], ["history"], ["store"],
    ["store", "info"], ["store", "check"], ["store", "backup"], ["store", "restore"],
    ["store", "copy"], ["store", "export"], ["store", "import"], ["store", "repair"], ["nickname"],
    ["nickname", "check"],
  ]

  @Test(arguments: commands)
  func `fits into 80 columns without a line that is broken off`(command: [String]) async throws {
    let sandbox = try Sandbox()
    func text(_ words: [String], columns: String) async throws -> String {
      let ending = try await sandbox.launch(words, variables: ["COLUMNS": columns]).run()
      return ending.outputText + ending.errorText
    }
    let narrow = try await text(["help"] + command, columns: "80")
    for line in narrow.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    // What is written by hand is not broken again.
    let wide = try await text(["help"] + command, columns: "2000")
    func discussion(_ text: String) -> Substring {
      text[..<(text.firstRange(of: "\nUSAGE:")?.lowerBound ?? text.endIndex)]
    }
    #expect(discussion(narrow) == discussion(wide))
    let mistake = try await text(command + ["--no-such-option"], columns: "80")
    for line in mistake.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }

  @Test(arguments: [
    (["whoami", "--js"], "--json"), (["whoami", "--jsno"], "--json"), (["who"], "whoami"),
    (["acounts"], "accounts"), (["sessions", "lst"], "list"), (["store", "bakup", "x"], "backup"),
    (["history", "--sinc", "1d"], "--since"), (["login", "a", "--exp", "1h"], "--expires-in"),
    (["nickname", "chek"], "check"), (["sessions", "--limti", "1"], "--limit"),
    (["loguot"], "logout"), (["--verison"], "--version"), (["store", "--hepl"], "--help"),
  ])
  func `suggests the nearest word for a mistyped one`(words: [String], nearest: String)
    async throws
  {
    let sandbox = try Sandbox()
    let ending = try await sandbox.launch(words).run().expect(exit: 64, output: "")
    #expect(ending.errorText.contains("Did you mean '\(nearest)'?"), "\(ending)")
    #expect(ending.errorText.ranges(of: "Did you mean").count == 1, "\(ending)")
  }

  @Test(arguments: [["xyzzy"], ["whoami", "--xyzzy"], ["whoami", "mina"], ["rename", "a", "b"]])
  func `suggests nothing for a word that is like no other`(words: [String]) async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.launch(words).run().expect(exit: 64, output: "")
    #expect(!ending.errorText.contains("Did you mean"), "\(ending)")
  }

  @Test(arguments: [["whoami", "c.d"], ["login", "mina", "e.f"], ["whoami", "a.b.c", "g.h"]])
  func `names an unexpected word as it was typed`(words: [String]) async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.launch(words).run().expect(exit: 64, output: "")
    #expect(ending.errorText.contains("'\(words.last ?? "")'"), "\(ending)")
  }

  @Test func `prints the version`() async throws {
    let sandbox = try Sandbox()
    let version = try await sandbox.moniker("--version").expect(exit: 0, errors: "")
    try await sandbox.moniker("-V").expect(exit: 0, output: version.outputText, errors: "")
    #expect(version.outputText.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil, "\(version)")
  }

  @Test(arguments: ["HOME", "MONIKER_STORE"])
  func `needs no environment`(variable: String) async throws {
    let variables = [variable: variable == "HOME" ? nil : "floppy"]
    for word in ["--help", "--version"] {
      try await Sandbox().moniker(word, variables: variables).expect(exit: 0, errors: "")
    }
  }
}
