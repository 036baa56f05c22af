import ArgumentParser
import MonikerPresentation

/// The command `moniker watch`.
struct Watch: ContinuousCommand {
  static let configuration = CommandConfiguration(
    abstract: "Tell who is signed in, and then of each change.",
    discussion: """
      EXAMPLES:
        moniker watch
        moniker watch --json | while read -r line; do ...; done

      A line for the present state of the active session, and one for each change
      that any program makes to it; with --json each line is a document. Ctrl-C ends
      it, and so does the end of whoever reads it.
      """
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, _ answer: inout Answer) async throws(Problem) {
    let presenter = SessionWatchPresenter(session: services.userSession, store: services.store)
    try await presenter.run { outcome throws(Problem) in
      try answer.write(answer.isJSON ? JSONDocument.text(outcome) : outcome.text(onTerminal: true))
      // The reader gets each state before the next wait.
      try answer.flush()
      return !answer.isUnread
    }
  }
}
