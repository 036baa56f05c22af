import ArgumentParser

/// The commands `moniker accounts …`.
struct Accounts: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List, add and remove accounts.",
    discussion: """
      EXAMPLES:
        moniker accounts                 Shows all accounts and who is signed in.
        moniker accounts --names         Prints the nicknames only, for scripts.
        moniker accounts add mina        Claims the nickname without signing in.
        moniker accounts remove mina
      """,
    subcommands: [AccountsList.self, AccountsAdd.self, AccountsRemove.self],
    defaultSubcommand: AccountsList.self
  )
}
