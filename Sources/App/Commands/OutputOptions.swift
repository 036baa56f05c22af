import ArgumentParser

/// The options of every command that works on a store.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to remember: memory, plist, plist:PATH, sqlite or sqlite:PATH "
        + "(variable: MONIKER_STORE; default: sqlite).",
      valueName: "store"
    ),
    completion: .list(["sqlite", "sqlite:", "plist", "plist:", "memory"])
  )
  var store: String?

  @Flag(name: .shortAndLong, help: "Leave out confirmations and notices.")
  var quiet = false

  @Flag(help: "Never ask; fail and name what is missing instead.")
  var noInput = false

  @OptionGroup var answer: AnswerOptions
}
