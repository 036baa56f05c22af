import ArgumentParser

/// The options that every command has.
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

  @Flag(help: "Answer with one JSON document; errors are JSON on standard error.")
  var json = false

  @Flag(name: .shortAndLong, help: "Leave out confirmations and notices.")
  var quiet = false

  @Flag(help: "Never ask; fail and name what is missing instead.")
  var noInput = false

  @Flag(help: "Use no colour (so do NO_COLOR, TERM=dumb and a standard error that is no terminal).")
  var noColor = false
}
