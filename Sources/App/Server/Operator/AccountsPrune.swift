#if Server
import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// `moniker-server accounts prune`: removes accounts that nobody has used since their first day.
struct AccountsPrune: OperatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "prune",
    abstract: "Remove accounts that nobody has used since their first day.",
    discussion: """
      An account counts as used if it was signed in to a day after its creation or
      later, if a session or an identity token of it may have been used then, or if
      the history limit has removed events of it. Nicknames of removed accounts rest
      as those of any other.
      """
  )

  @Option(
    help: ArgumentHelp(
      "Only accounts that were added this many days ago or earlier, as 30 or 30d (default: 30).",
      valueName: "days"
    ),
    transform: Self.days
  )
  var olderThan = 30

  @Flag(help: "List them, and remove none.")
  var dryRun = false

  @OptionGroup var options: OperatorOptions

  private static func days(_ text: String) throws -> Int {
    guard let days = Int(text.hasSuffix("d") ? text.dropLast() : text[...]), 1...36_500 ~= days
    else {
      throw ValidationError("--older-than is a number of days from 1 to 36500, as 30 or 30d.")
    }
    return days
  }

  func run() async throws {
    let age = Duration.seconds(olderThan * 86_400)
    try await options.answer { store in
      var accounts: [Account] = []
      if dryRun {
        accounts = try await store.oversight.unusedAccounts(olderThan: age)
      } else {
        var removed: [Account]
        repeat {
          removed = try await store.oversight.removeUnusedAccounts(olderThan: age)
          accounts += removed
        } while removed.count >= AccountError.maximumCandidates
      }
      return PruneAnswer(accounts: accounts, isDryRun: dryRun)
    }
  }
}

/// The accounts that were removed, or would be.
private struct PruneAnswer: OperatorAnswer {
  let accounts: [Account]
  let isDryRun: Bool

  var text: String {
    guard !accounts.isEmpty else { return "No account is unused." }
    let end =
      isDryRun && accounts.count == AccountError.maximumCandidates
      ? "\nThere may be more." : ""
    let verb = isDryRun ? "would be removed" : "was removed"
    return accounts.map { "\($0.nickname.text.visible) \(verb)." }.joined(separator: "\n") + end
  }

  private enum CodingKeys: CodingKey { case removed, unused }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(
      accounts.map(\.nickname.text),
      forKey: isDryRun ? .unused : .removed
    )
  }
}
#endif
