import ArgumentParser

/// The option of every command that uses the acting account's session.
struct ActingAccountOptions: ParsableArguments {
  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Act as another account that is signed in, this time only "
        + "(variable: MONIKER_AS; file: .moniker; default: the active account).",
      valueName: "nickname"
    ),
    completion: NicknameCompletion.kind
  )
  var nickname: String?
}
