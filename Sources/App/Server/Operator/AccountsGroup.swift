#if Server
import ArgumentParser

/// `moniker-server accounts …`: the operator's commands for the accounts of the store.
struct AccountsGroup: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "List and change the accounts of the store.",
    discussion: """
      EXAMPLES:
        moniker-server accounts
        moniker-server accounts add mina
        moniker-server accounts suspend mina
        moniker-server accounts prune --dry-run

      The service may run meanwhile. Each change is an event in the history of its
      account.
      """,
    subcommands: [
      AccountsList.self, AccountsAdd.self, AccountsRename.self, AccountsSuspend.self,
      AccountsResume.self, AccountsResetKey.self, AccountsRemove.self, AccountsPrune.self,
    ],
    defaultSubcommand: AccountsList.self
  )
}

/// A command of the operator that uses the store.
protocol OperatorCommand: AsyncParsableCommand {
  var options: OperatorOptions { get }
}

/// The options of every command of the operator.
struct OperatorOptions: ParsableArguments {
  @OptionGroup var store: StoreOptions

  @Flag(help: "Write JSON.")
  var json = false
}

/// The argument that names an account.
struct AccountArgument: ParsableArguments {
  @Argument(help: "The nickname of the account.")
  var nickname: String
}
#endif
