import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker link CODE`.
struct LinkCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "link",
    abstract: "Sign in another device by the code that it shows (services only).",
    discussion: """
      EXAMPLES:
        moniker link BCDF-GHJK           Shows what asks, and prompts for a decision.
        moniker link BCDF-GHJK --approve In a script; --deny refuses.

      The other device shows the code after moniker login --link, or on the sign-in
      page. The acting account is then signed in there, with all rights. Approve only
      a code that you have asked for yourself.
      """
  )

  @Argument(help: "The code that the other device shows.")
  var code: String

  @Flag(help: "Approve without a prompt.")
  var approve = false

  @Flag(help: "Deny without a prompt.")
  var deny = false

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  func validate() throws {
    guard !approve || !deny else { throw ValidationError("Give --approve or --deny, not both.") }
  }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let service = try services.service(for: "Codes exist")
    let account = try await services.signedInAccount()
    let request = try await service.link(code)
    let isApproved = try decide(request.sentence(about: account.nickname), prompt)
    if isApproved {
      try await service.approve(code, for: account.id)
    } else {
      try await service.deny(code)
    }
    return Response(
      outcome: LinkOutcome(
        request,
        for: account,
        isApproved: isApproved,
        store: services.store
      )
    )
  }

  private func decide(_ what: String, _ prompt: Prompt?) throws(Problem) -> Bool {
    if approve || deny { return approve }
    guard let prompt else {
      throw Problem(.usage, "\(what) Decide with --approve or --deny. Nothing was changed.")
    }
    prompt.show(what)
    while true {
      switch try prompt.line("Approve it? Type yes or no: ").lowercased() {
      case "yes", "y": return true
      case "no", "n": return false
      default: continue
      }
    }
  }
}
