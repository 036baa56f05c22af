import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker accounts remove NICKNAME`.
struct AccountsRemove: Command {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove an account and its sessions.",
    discussion: """
      EXAMPLES:
        moniker accounts remove mina                   Prompts for the name again.
        moniker accounts remove mina --confirm mina    In a script.

      The nickname is free at once, unless nicknames rest in the store. The history
      keeps the events of the account, without the nicknames, hosts and terminals in
      them. This cannot be undone. A service demands the recovery key, or the
      approval of another device.
      """
  )

  @Argument(help: "The nickname.", completion: NicknameCompletion.kind)
  var nickname: String

  @Option(help: ArgumentHelp("The nickname again, to confirm.", valueName: "nickname"))
  var confirm: String?

  @OptionGroup var key: RecoveryKeyOption

  @OptionGroup var output: OutputOptions

  var keyFiles: KeyFiles { KeyFiles(present: key.recoveryKeyFile) }

  var isChange: Bool { true }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    if key.recoveryKeyFile != nil { _ = try services.service(for: "Recovery keys exist") }
    var confirmation = confirm ?? ""
    if confirm == nil, let prompt {
      // Fail before the prompt if there is no such account.
      let account: Account
      do {
        account = try await services.accounts.account(nickname)
      } catch {
        throw Problem(error)
      }
      let question = "Type the nickname again to remove the account \(account.nickname): "
      confirmation = try prompt.line(question)
    }
    return try await services.onAccountsScreen(.remove(nickname, confirmedBy: confirmation))
  }
}
