import Testing

@Suite struct `Colour` {
  private static let escape: UInt8 = 0x1B

  @Test func `marks the label of an error at a terminal`() async throws {
    let ending = try await Sandbox().moniker(
      "whoami",
      variables: ["TERM": "xterm-256color"],
      typing: []
    )
    ending.expect(exit: 4, output: "")
    #expect(ending.errorText.hasPrefix("\u{1B}[1;31merror:\u{1B}[0m Nobody"), "\(ending)")
  }

  @Test func `marks the label of a notice at a terminal`() async throws {
    let ending = try await Sandbox().moniker(
      "login",
      "x",
      "--store",
      "memory",
      variables: ["TERM": "xterm-256color"],
      typing: []
    )
    ending.expect(exit: 0)
    #expect(ending.errorText.hasPrefix("\u{1B}[1;33mnotice:\u{1B}[0m "), "\(ending)")
  }

  @Test(arguments: [
    (["whoami", "--no-color"], ["TERM": "xterm"]),
    (["whoami"], ["TERM": "xterm", "NO_COLOR": "1"]),
    (["whoami"], ["TERM": "dumb"]),
    (["whoami", "--json"], ["TERM": "xterm"]),
  ])
  func `is turned off at a terminal on request`(
    words: [String],
    variables: [String: String]
  ) async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.launch(words, variables: variables).run(typing: [])
    withExtendedLifetime(sandbox) {}
    ending.expect(exit: 4, output: "")
    #expect(ending.errorText.contains("obody is signed in"), "\(ending)")
    #expect(!ending.errors.contains(Self.escape), "\(ending)")
  }

  @Test func `is not turned off by an empty variable`() async throws {
    let ending = try await Sandbox().moniker(
      "whoami",
      variables: ["TERM": "xterm", "NO_COLOR": ""],
      typing: []
    )
    #expect(ending.errors.contains(Self.escape), "\(ending)")
  }

  @Test func `is never written to a file or a pipe`() async throws {
    let sandbox = try Sandbox()
    let file = try await sandbox.moniker("whoami", variables: ["TERM": "xterm"])
    #expect(!file.expect(exit: 4).errors.contains(Self.escape))
    let shell = [String].shell(#"{ "$0" "$@"; } 2>&1 | cat"#)
    let pipe = try await sandbox.moniker("whoami", variables: ["TERM": "xterm"], through: shell)
    #expect(pipe.outputText.contains("Nobody"))
    #expect(!pipe.output.contains(Self.escape))
  }
}
