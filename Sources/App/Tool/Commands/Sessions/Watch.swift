import ArgumentParser
import MonikerPresentation

/// The command `moniker watch`.
struct Watch: ContinuousCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show who is signed in, and each change of it.",
    discussion: """
      EXAMPLES:
        moniker watch
        moniker watch --json | while read -r line; do ...; done

      Prints a line for the present state of the active session, and one for each
      change of it by any program. With --json, each line is a document. It ends with
      Ctrl-C, or when the program that reads its output ends.
      """
  )

  @OptionGroup var output: OutputOptions

  func run(_ services: Services, _ answer: inout Answer) async throws(Problem) {
    let presenter = SessionWatchPresenter(session: services.userSession, store: services.store)
    try await presenter.run { outcome throws(Problem) in
      let text = outcome.text(onTerminal: true, in: answer.timeZone)
      try answer.write(answer.isJSON ? JSONDocument.text(outcome) : text)
      // The reader gets each state before the next wait.
      try answer.flush()
      return !answer.isUnread
    }
  }
}
