import ArgumentParser

/// The options of every command that works on a store.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The store: memory, plist[:PATH], sqlite[:PATH] or https://HOST "
        + "(variable: MONIKER_STORE; default: sqlite).",
      valueName: "store"
    ),
    completion: .list(["sqlite", "sqlite:", "plist", "plist:", "memory", "https://"])
  )
  var store: String?

  @Flag(name: .shortAndLong, help: "Print no confirmations and no notices.")
  var quiet = false

  @Flag(help: "Never prompt; fail if something is missing.")
  var noInput = false

  @OptionGroup var answer: AnswerOptions
}
