import MonikerDoubles

/// A command that faults befall: how its home is prepared, and what is run in it.
///
/// The state before it is what the preparation leaves, the state after it what an undisturbed run does.
struct FaultedCommand: Sendable {
  let name: String

  /// The commands that prepare the home.
  ///
  /// In these and in the command itself HOME stands for the home's path, and STORE for the kind of the store.
  let preparation: [[String]]

  /// Whether the store goes after that, so that the command finds none.
  var isWithoutStore = false

  /// Whether it works with several stores, each with threads of its own, so that which call is whose n-th is
  /// another matter in each run.
  var hasManyStores: Bool { statusOfRepetition != nil }

  /// The command itself.
  let words: [String]

  /// What it ends with when it is done once more, and finds done what it was to do; nil where it is not done
  /// again.
  var statusOfRepetition: Int32?

  /// The time at which it is run, where it makes files whose names tell that; nil for the present.
  var time: String?

  /// The stores beside the one in use that it works with, under the home.
  var neighbours: [String] = []

  func words(_ words: [String], in sandbox: Sandbox) -> [String] {
    words.map {
      $0.replacing("HOME", with: sandbox.home.path).replacing("STORE", with: sandbox.store.kind)
    }
  }

  static let all = small + whole

  /// Changes of a store.
  private static let small = [
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

  /// What is done with whole stores.
  private static let whole = [
    FaultedCommand(
      name: "store copy",
      preparation: signedIn + [["store", "backup", "HOME/source"]],
      isWithoutStore: true,
      words: ["store", "copy", "--from", "STORE:HOME/source", "--to", "STORE"],
      statusOfRepetition: 6,
      neighbours: ["source"]
    ),
    FaultedCommand(
      name: "store merge",
      preparation: [
        ["login", "gildong"], ["store", "backup", "HOME/early"], ["login", "mina"],
        ["accounts", "add", "dan"], ["store", "backup", "HOME/late"],
        ["store", "restore", "HOME/early"],
      ],
      words: ["store", "copy", "--from", "STORE:HOME/late", "--to", "STORE", "--merge"],
      statusOfRepetition: 0,
      neighbours: ["late"]
    ),
    FaultedCommand(
      name: "store restore",
      preparation: signedIn + [["store", "backup", "HOME/backup"], ["logout"]],
      words: ["store", "restore", "HOME/backup"],
      statusOfRepetition: 0,
      time: "2030-01-01 00:00:00",
      neighbours: ["backup"]
    ),
    FaultedCommand(
      name: "store import",
      preparation: signedIn + [["store", "export", "HOME/lines"]],
      isWithoutStore: true,
      words: ["store", "import", "HOME/lines"],
      statusOfRepetition: 6
    ),
  ]

  /// Two people are signed in, and there is some history.
  private static let signedIn = [
    ["login", "gildong"], ["login", "mina"], ["rename", "Mina"], ["login", "mina"],
  ]
}
