import ArgumentParser

/// The commands `moniker sessions …`.
struct Sessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List sessions, look at one, and end them.",
    discussion: """
      EXAMPLES:
        moniker sessions                 Those that are open, and the last that have ended.
        moniker sessions show 3f2a
        moniker sessions end 3f2a
        moniker sessions end --others    All but the one that commands act as.

      A session may be named by the first characters of its actingAccount, as far as it is
      clear which one is meant.
      """,
    subcommands: [SessionsList.self, SessionsShow.self, SessionsEnd.self],
    defaultSubcommand: SessionsList.self
  )
}
