import ArgumentParser

/// The commands `moniker store …`.
struct StoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "store",
    abstract: "Inspect, check, back up, copy and repair the store.",
    discussion: """
      EXAMPLES:
        moniker store info
        moniker store check
        moniker store backup ~/moniker.backup
        moniker store restore ~/moniker.backup
        moniker store copy --from sqlite --to plist
        moniker store export > moniker.jsonl
        moniker store limit 50

      These commands sign nobody in or out. A store that restore or repair replaces
      is kept beside the new one.
      """,
    subcommands: [
      StoreInfoCommand.self, StoreCheckCommand.self, StoreBackupCommand.self,
      StoreRestoreCommand.self, StoreCopyCommand.self, StoreExportCommand.self,
      StoreImportCommand.self, StoreRepairCommand.self, StoreLimitCommand.self,
    ]
  )
}
