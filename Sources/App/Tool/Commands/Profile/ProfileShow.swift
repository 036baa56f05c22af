import ArgumentParser
import MonikerPresentation

/// The command `moniker profile show`.
struct ProfileShow: Command {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the profile of your account."
  )

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    try await services.onProfileScreen { screen async throws(Problem) in
      await screen.load()
      return try screen.response()
    }
  }
}
