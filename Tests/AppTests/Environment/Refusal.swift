import Testing

/// The expected exit status and message of a refused command.
struct Refusal: Sendable {
  let exit: Int32
  let code: String
  /// Words that the message must contain.
  var words: [String] = []

  static func denied(_ words: String...) -> Refusal {
    Refusal(exit: 77, code: "permissionDenied", words: words)
  }

  static func unreachable(_ words: String...) -> Refusal {
    Refusal(exit: 69, code: "storeUnreachable", words: words)
  }

  static func inputOutput(_ words: String...) -> Refusal {
    Refusal(exit: 74, code: "inputOutput", words: words)
  }
}

extension Sandbox {
  /// Commands that read the store, and commands that change it.
  static let reading = [["whoami"], ["status"], ["accounts", "list"]]
  static let writing = [
    ["login", "hong"], ["rename", "hong"], ["logout"], ["profile", "edit", "--title", "t"],
  ]

  /// Runs the commands, as text and with `--json`, and expects each to be refused and to change
  /// nothing.
  func expect(
    _ refusal: Refusal,
    of commands: [[String]] = reading + writing,
    through wrapper: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try snapshot()
    for command in commands {
      let text = try await launch(command, through: wrapper).run()
      text.expect(exit: refusal.exit, output: "", sourceLocation: sourceLocation)
      #expect(!text.errorText.lowercased().contains("signed in"), sourceLocation: sourceLocation)
      let json = try await launch(command + ["--json"], through: wrapper).run()
      json.expect(exit: refusal.exit, sourceLocation: sourceLocation)
      let error = try json.error(sourceLocation: sourceLocation)
      #expect(error.code == refusal.code, "\(json)", sourceLocation: sourceLocation)
      #expect(text.errorText == "error: \(error.message)\n", sourceLocation: sourceLocation)
      for word in refusal.words {
        #expect(error.message.contains(word), "\(word) in \(json)", sourceLocation: sourceLocation)
      }
      let after = try snapshot()
      #expect(after == before, "\(command) left \(after)", sourceLocation: sourceLocation)
    }
  }

  /// Expects the reading commands to answer as usual.
  func expectAnswers(
    as nickname: String = "mina",
    through wrapper: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try snapshot()
    for command in Self.reading {
      let text = try await launch(command, through: wrapper).run()
      text.expect(exit: 0, errors: "", sourceLocation: sourceLocation)
      #expect(text.outputText.contains(nickname), "\(text)", sourceLocation: sourceLocation)
    }
    #expect(try snapshot() == before, sourceLocation: sourceLocation)
  }
}
