import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The commands `moniker token …`.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Make, list and revoke tokens that only identify you (services only).",
    discussion: """
      EXAMPLES:
        moniker token                        Lists the valid ones.
        moniker token make --label ci --expires-in 30d > token
        moniker token revoke 5b0c…

      A program with such a token can ask the service who you are, and nothing else.
      """,
    subcommands: [TokenList.self, TokenMake.self, TokenRevoke.self],
    defaultSubcommand: TokenList.self
  )
}

/// The command `moniker token [list]`.
struct TokenList: Command {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the valid identity tokens of the acting account."
  )

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let service = try services.service(for: "Identity tokens exist")
    let account = try await services.signedInAccount()
    let tokens = try await service.identityTokens(of: account.id)
    return Response(
      outcome: IdentityTokensOutcome(tokens, of: account, store: services.store)
    )
  }
}

/// The command `moniker token make`.
struct TokenMake: Command {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Make an identity token, and print it: it is shown this once."
  )

  @Option(help: ArgumentHelp("What you call it.", valueName: "text"))
  var label: String?

  @Option(help: ArgumentHelp("Expire it after this time, such as 30d.", valueName: "time"))
  var expiresIn: String?

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let service = try services.service(for: "Identity tokens exist")
    if let label, !IdentityToken.isLabel(label) {
      throw Problem(
        .usage,
        "The label has 1 to 255 bytes and no control characters. Give another one, or none."
      )
    }
    let lifetime = try expiresIn.map { text throws(Problem) in
      try Lifetime.read(text, of: "the option --expires-in", wrong: .usage)
    }
    try Console().requireAnswer()
    let account = try await services.signedInAccount()
    let (token, secret) = try await service.issueToken(
      for: account.id,
      label: label,
      lifetime: lifetime
    )
    return Response(
      outcome: IdentityTokenOutcome(token, secret: secret, of: account, store: services.store)
    )
  }
}

/// The command `moniker token revoke ID`.
struct TokenRevoke: Command {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revoke an identity token: it identifies nobody from then on."
  )

  @Argument(help: "The ID of the token, or its first characters.")
  var id: String

  @OptionGroup var actingAccount: ActingAccountOptions

  @OptionGroup var output: OutputOptions

  var actingAs: String? { actingAccount.nickname }

  func run(_ services: Services, asking prompt: Prompt?) async throws(Problem) -> Response {
    let service = try services.service(for: "Identity tokens exist")
    let account = try await services.signedInAccount()
    let prefix = IdentifierPrefix<IdentityToken>(id)
    let found = try await service.identityTokens(of: account.id)
      .filter { prefix?.begins($0.id) ?? false }
    guard let token = found.first else {
      throw Problem(
        .noSuchIdentityToken,
        "No identity token has the ID \(id). List them with: moniker token"
      )
    }
    guard found.count == 1 else {
      throw Problem(
        .ambiguous,
        "Several identity tokens have an ID that begins with \(id). Give more characters."
      )
    }
    try await service.revokeToken(token.id, of: account.id)
    return Response(outcome: IdentityTokenRevokedOutcome(token, store: services.store))
  }
}
