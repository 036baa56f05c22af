import ArgumentParser

/// The option of every command that acts as somebody.
struct ActingAccountOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Act as somebody else who is signed in, this time only "
        + "(variable: MONIKER_AS; file: .moniker; default: whoever is active).",
      valueName: "nickname"
    ),
    completion: NicknameCompletion.kind
  )
  var nickname: String?
}
