import MonikerDoubles

/// A command into which faults are injected: the preparation of its home, and its words.
///
/// The state before is what the preparation leaves; the state after is what an undisturbed run
/// leaves.
struct FaultedCommand: Sendable {
  let name: String

  /// The commands that prepare the home.
  ///
  /// In these and in the command itself HOME stands for the home's path, and STORE for the kind of
  /// the store.
  let preparation: [[String]]

  /// Whether the store is removed after the preparation, so that the command finds none.
  var isWithoutStore = false

  /// Whether the command uses several stores, each with its own threads, so that the order of calls
  /// differs between runs.
  var hasManyStores: Bool { statusOfRepetition != nil }

  /// The command itself.
  let words: [String]

  /// The exit status of the command when it is repeated after it succeeded; nil if it is not
  /// repeated.
  var statusOfRepetition: Int32?

  /// The time at which the command runs, if it makes files whose names contain the time; nil for
  /// the current time.
  var time: String?

  /// The other stores that the command uses, relative to the home.
  var neighbours: [String] = []

  func words(_ words: [String], in sandbox: Sandbox) -> [String] {
    words.map {
      $0.replacing("HOME", with: sandbox.home.path).replacing("STORE", with: sandbox.store.kind)
    }
  }

  static let all = small + whole

  /// Commands that change a store.
  private static let small = [
    FaultedCommand(name: "first login", preparation: [], words: ["login", "hong"]),
    FaultedCommand(name: "login", preparation: signedIn, words: ["login", "hong"]),
    FaultedCommand(name: "logout", preparation: signedIn, words: ["logout"]),
    FaultedCommand(name: "rename", preparation: signedIn, words: ["rename", "hong"]),
    FaultedCommand(
      name: "profile edit",
      preparation: signedIn + [["profile", "edit", "--title", "before"]],
      words: ["profile", "edit", "--title", "after"]
    ),
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

  /// Commands on whole stores.
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

  /// Signs in two accounts, and makes some history.
  private static let signedIn = [
    ["login", "gildong"], ["login", "mina"], ["rename", "Mina"], ["login", "mina"],
  ]
}
