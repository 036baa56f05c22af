/// Keys that are typed at a terminal, and the prompt before them.
struct Typing: Sendable {
  /// The text that must appear first, beyond the text that earlier typing waited for.
  let prompt: String

  /// The keys, as bytes.
  let keys: [UInt8]

  init(_ keys: String, after prompt: String = "Nickname: ") {
    self.prompt = prompt
    self.keys = Array(keys.utf8)
  }

  init(bytes: [UInt8], after prompt: String = "Nickname: ") {
    self.prompt = prompt
    keys = bytes
  }

  /// Ctrl-C.
  static let interrupt = "\u{3}"

  /// Ctrl-D, which ends the input at the beginning of a line.
  static let endOfInput = "\u{4}"
}

extension Launch {
  /// Starts the program at its own terminal, and types.
  ///
  /// Standard input and standard error are the terminal; standard output is separate.
  func run(typing: [Typing]) async throws -> Ending {
    let start = { @Sendable in
      try await Self.onThread {
        let terminal = try PseudoTerminal()
        let child = try ChildProcess(self, at: terminal)
        return try child.finish(at: terminal, typing: typing)
      }
    }
    return isGated ? try await Gate.processes.pass(start) : try await start()
  }
}
