import ArgumentParser

/// The commands `moniker nickname …`.
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
