import Foundation
import MonikerCommandLine
import MonikerDoubles
import Testing

@testable import MonikerTool

/// Each exit status once through the program, with its reason in text and in JSON; the tests of the
/// features have the other cases.
@Suite struct `Each exit status` {
  /// A command that ends with a status.
  struct Case: Sendable, CustomTestStringConvertible {
    let status: MonikerCommandLine.ExitStatus
    /// The code in JSON; nil if the status is not a failure.
    let code: String?
    /// The commands that run before.
    var before: [[String]] = []
    let words: [String]
    var variables: [String: String] = [:]
    var wrapper: [String] = []
    var typing: String?

    var testDescription: String { "\(status.rawValue) \(words.joined(separator: " "))" }
  }

  /// Makes all random numbers equal, so that a new ID is already in use.
  private static let withoutRandomness = [
    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=getrandom", "-e",
    "inject=getrandom:retval=8",
  ]
  private static let holdingTheStore = [
    "python3", "-c",
    """
    import os, sqlite3, subprocess, sys
    path = os.environ["HOME"] + "/.local/share/moniker/moniker.sqlite"
    held = sqlite3.connect(path, isolation_level=None)
    held.execute("BEGIN IMMEDIATE")
    sys.exit(subprocess.call(sys.argv[1:]))
    """,
  ]
  private static let writingToAFullDevice = ["/bin/sh", "-c", #"exec "$0" "$@" >/dev/full"#]

  static let cases: [Case] = [
    Case(status: .done, code: nil, before: [["login", "mina"]], words: ["whoami"]),
    Case(
      status: .failure,
      code: "failure",
      before: [["login", "mina"]],
      words: ["login", "hong"],
      wrapper: withoutRandomness
    ),
    Case(status: .notSignedIn, code: "notSignedIn", words: ["whoami"]),
    Case(
      status: .sessionEnded,
      code: "sessionEnded",
      before: [["login", "mina"], ["sessions", "end", "--this"]],
      words: ["whoami"]
    ),
    Case(
      status: .conflict,
      code: "nicknameTaken",
      before: [["login", "mina"], ["login", "hong"]],
      words: ["rename", "MINA"]
    ),
    Case(status: .notFound, code: "noSuchSession", words: ["sessions", "show", "0"]),
    Case(status: .usage, code: "usage", words: ["whoami", "--nope"]),
    Case(status: .badData, code: "invalidNickname", words: ["login", ""]),
    Case(
      status: .unreachable,
      code: "storeUnreachable",
      words: ["whoami", "--store", "sqlite:/dev/null/store"]
    ),
    Case(
      status: .inputOutput,
      code: "inputOutput",
      before: [["login", "mina"]],
      words: ["whoami"],
      wrapper: writingToAFullDevice
    ),
    Case(
      status: .busy,
      code: "storeBusy",
      before: [["login", "mina"]],
      words: ["login", "hong"],
      wrapper: holdingTheStore
    ),
    Case(
      status: .permissionDenied,
      code: "permissionDenied",
      words: ["login", "mina"],
      wrapper: ["/bin/sh", "-c", #"chmod 500 "$HOME"; exec "$0" "$@""#] + .withoutPrivileges
    ),
    Case(
      status: .configuration,
      code: "configuration",
      words: ["whoami"],
      variables: ["MONIKER_STORE": "nope"]
    ),
    Case(
      status: .interrupted,
      code: "interrupted",
      words: ["login"],
      typing: Typing.endOfInput
    ),
  ]

  @Test func `is one of the documented ones`() {
    #expect(Set(Self.cases.map(\.status)) == Set(MonikerCommandLine.ExitStatus.allCases))
  }

  @Test(arguments: cases, [false, true])
  func `comes with its reason, in text and in JSON`(known: Case, json: Bool) async throws {
    let sandbox = try Sandbox()
    for words in known.before {
      // The existing IDs are those that the generator will return again.
      let wrapper = known.status == .failure ? Self.withoutRandomness : []
      try await sandbox.launch(words, through: wrapper).run().expect(exit: 0)
    }
    let launch = try sandbox.launch(
      known.words + (json ? ["--json"] : []),
      variables: known.variables,
      through: known.wrapper
    ) { $0.isGated = known.status != .busy }
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o700],
        ofItemAtPath: sandbox.home.path
      )
    }
    let ending =
      if let typing = known.typing {
        try await launch.run(typing: [Typing(typing)])
      } else {
        try await launch.run()
      }
    ending.expect(exit: known.status.rawValue)
    guard let code = known.code else {
      #expect(!ending.output.isEmpty && ending.errors.isEmpty, "\(ending)")
      return
    }
    #expect(ending.output.isEmpty, "\(ending)")
    if json {
      #expect(ending.errorText.contains(#"{"error":{"code":"\#(code)","message":""#), "\(ending)")
    } else {
      #expect(ending.errorText.contains("error:"), "\(ending)")
      #expect(!ending.errorText.contains("{"), "\(ending)")
    }
  }
}
