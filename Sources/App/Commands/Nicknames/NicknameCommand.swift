import ArgumentParser

/// The command `moniker nickname`, which only holds others.
struct NicknameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nickname",
    abstract: "Look at nicknames by themselves.",
    discussion: """
      EXAMPLES:
        moniker nickname check "Hong  Gildong"
      """,
    subcommands: [NicknameCheck.self]
  )
}
