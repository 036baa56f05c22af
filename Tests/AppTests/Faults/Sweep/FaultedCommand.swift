/// A command that faults befall: how its home is prepared, and what is run in it.
///
/// The state before it is what the preparation leaves, the state after it what an undisturbed run does.
struct FaultedCommand: Sendable {
  let name: String

  /// The commands that prepare the home.
  let preparation: [[String]]

  /// The command itself.
  let words: [String]

  static let all = [
    FaultedCommand(name: "first login", preparation: [], words: ["login", "hong"]),
    FaultedCommand(name: "login", preparation: signedIn, words: ["login", "hong"]),
    FaultedCommand(name: "logout", preparation: signedIn, words: ["logout"]),
    FaultedCommand(name: "rename", preparation: signedIn, words: ["rename", "hong"]),
    FaultedCommand(name: "switch", preparation: signedIn, words: ["switch", "gildong"]),
    FaultedCommand(
      name: "sessions end",
      preparation: signedIn,
      words: ["sessions", "end", "--all"]
    ),
    FaultedCommand(
      name: "accounts remove",
      preparation: signedIn,
      words: ["accounts", "remove", "Mina", "--confirm", "Mina"]
    ),
  ]

  /// Two people are signed in, and there is some history.
  private static let signedIn = [
    ["login", "gildong"], ["login", "mina"], ["rename", "Mina"], ["login", "mina"],
  ]
}
