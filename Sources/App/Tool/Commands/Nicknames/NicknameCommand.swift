import ArgumentParser

/// The commands `moniker nickname …`.
struct NicknameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "nickname",
    abstract: "Check nicknames without a store.",
    discussion: """
      EXAMPLES:
        moniker nickname check "Hong  Gildong"
      """,
    subcommands: [NicknameCheck.self]
  )
}
