import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker sessions end ID | --this | --others | --other-devices | --all`.
struct SessionsEnd: Command {
  static let configuration = CommandConfiguration(
    commandName: "end",
    abstract: "End one session or several, for good.",
    discussion: """
      EXAMPLES:
        moniker sessions end 3f2a
        moniker sessions end --others

      No other account becomes active. Until the account signs in again, commands
      that act as it, such as whoami, fail with exit status 5.
      """
  )

  @Argument(
    help: "The ID of the session, or its first characters.",
    completion: SessionCompletion.kind(openOnly: true)
  )
  var id: String?

  @Flag(help: "End the session of the acting account.")
  var this = false

  @Flag(help: "End all sessions but that one.")
  var others = false

  @Flag(help: "End the sessions of the acting account on other devices.")
  var otherDevices = false

  @Flag(help: "End all sessions.")
  var all = false

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var isChange: Bool { true }

  var actingAs: String? { actingAccount.nickname }

  func validate() throws {
    guard [id != nil, this, others, otherDevices, all].count(where: \.self) == 1 else {
      throw ValidationError(
        "Give exactly one of: an ID, --this, --others, --other-devices, --all."
      )
    }
  }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    if let id { return try await services.onSessionsScreen { await $0.end(id) } }
    if all { return try await services.onSessionsScreen { await $0.end(.all) } }
    let actingAccount = try services.actingAccount.get()
    let subject = actingAccount.subject
    let scope: SessionSelection =
      if others {
        .others(than: subject)
      } else if otherDevices {
        .otherDevices(of: subject)
      } else {
        .subject(subject)
      }
    return try await services.onSessionsScreen(as: actingAccount) { await $0.end(scope) }
  }
}
