import ArgumentParser

/// The commands `moniker sessions …`.
struct Sessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List, show and end sessions.",
    discussion: """
      EXAMPLES:
        moniker sessions                 Lists open ones, and the newest ended ones.
        moniker sessions show 3f2a
        moniker sessions end 3f2a
        moniker sessions end --others    Ends all but that of the acting account.

      The first characters of a session's ID are enough if no other ID begins with
      them. The acting account is the one that --as, MONIKER_AS or the file .moniker
      names, else the active one.
      """,
    subcommands: [SessionsList.self, SessionsShow.self, SessionsEnd.self],
    defaultSubcommand: SessionsList.self
  )
}
