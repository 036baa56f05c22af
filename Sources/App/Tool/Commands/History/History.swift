import ArgumentParser
import MonikerDomain
import MonikerPresentation

/// The command `moniker history`.
struct History: ContinuousCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what has happened, the newest event last.",
    discussion: """
      EXAMPLES:
        moniker history
        moniker history --account mina --since 7d
        moniker history --since 2026-11-21 --json

      The store keeps the newest 1000 events of each account, or as many as
      `moniker store limit` says. Those of a removed account stay without its
      nickname, its hosts and its terminals.
      """
  )

  @Option(
    help: ArgumentHelp("Show only events of this account.", valueName: "nickname"),
    completion: NicknameCompletion.kind
  )
  var account: String?

  @Option(
    help: ArgumentHelp(
      "Show only events since a time ago, such as 8h or 7d, or since a date or moment, such as "
        + "2026-11-21 (from 00:00 UTC on) or 2026-11-21T08:19:00Z.",
      valueName: "time"
    )
  )
  var since: String?

  // Unconditional: a negative number must not be taken for an option.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Show only the newest n events, up to 1000000.", valueName: "n")
  )
  var limit = 50

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (0...1_000_000).contains(limit) else {
      throw ValidationError("--limit must be a number from 0 to 1000000.")
    }
  }

  /// False: the next write detects a closed pipe.
  var endsWhenNobodyReads: Bool { false }

  func run(_ services: Services, _ answer: inout Answer) async throws(Problem) {
    let presenter = HistoryPresenter(history: services.history, store: services.store)
    var outcome = try await presenter.events(
      of: account,
      since: try since.map { text throws(Problem) in try services.moment(text) },
      limit: limit,
      asJSON: answer.isJSON,
      in: answer.timeZone
    )
    if let notice = outcome.notice { answer.notices.append(notice) }
    while !answer.isUnread, let piece = try await outcome.next() {
      try answer.write(Array(piece.utf8))
    }
    try answer.flush()
  }
}
