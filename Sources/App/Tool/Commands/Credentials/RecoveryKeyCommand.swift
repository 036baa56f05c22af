import ArgumentParser
import MonikerPresentation

/// The command `moniker recovery-key`.
struct RecoveryKeyCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "recovery-key",
    abstract: "Replace the recovery key of your account (services only).",
    discussion: """
      EXAMPLES:
        moniker recovery-key
        moniker recovery-key --new-key-file new.key --recovery-key-file old.key

      The present key proves that the account is yours; at a terminal, another device
      can approve it instead. The new key is shown once, or written to a new file
      that only you can read. The present key is void from then on.
      """
  )

  @Option(
    help: ArgumentHelp("Write the new key to this new file.", valueName: "file"),
    completion: .file()
  )
  var newKeyFile: String?

  @OptionGroup var key: RecoveryKeyOption

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  var keyFiles: KeyFiles { KeyFiles(present: key.recoveryKeyFile, new: newKeyFile) }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let service = try services.service(for: "Recovery keys exist")
    let account = try await services.signedInAccount()
    try await service.replaceRecoveryKey(of: account)
    return Response(outcome: RecoveryKeyOutcome(account, store: services.store))
  }
}

/// The option `--recovery-key-file`.
struct RecoveryKeyOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Read the recovery key from this file, or - for standard input (services only).",
      valueName: "file"
    ),
    completion: .file()
  )
  var recoveryKeyFile: String?
}
