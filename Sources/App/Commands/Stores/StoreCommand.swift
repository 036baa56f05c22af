import ArgumentParser

/// The commands `moniker store …`.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Look at the store, check it, back it up and move it.",
    discussion: """
      EXAMPLES:
        moniker store info
        moniker store check
        moniker store backup ~/moniker.backup
        moniker store restore ~/moniker.backup
        moniker store copy --from sqlite --to plist
        moniker store export > moniker.jsonl

      None of them signs anybody in or out. What is replaced is kept beside it.
      """,
    subcommands: [
      StoreInfoCommand.self, StoreCheckCommand.self, StoreBackupCommand.self,
      StoreRestoreCommand.self, StoreCopyCommand.self, StoreExportCommand.self,
      StoreImportCommand.self, StoreRepairCommand.self,
    ]
  )
}
