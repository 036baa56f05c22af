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

  @Test func `prints the version`() async throws {
    let version = try await Sandbox().moniker("--version").expect(exit: 0, errors: "")
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
