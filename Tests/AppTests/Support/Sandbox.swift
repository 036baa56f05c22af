import Foundation
import Glibc
import MonikerDomain
import MonikerDoubles

/// A temporary home in which a test runs the built program.
struct Sandbox: Sendable {
  let home: TemporaryFolder
  let store: StoreForm

  /// The path of the store's file.
  let file: String

  /// The program that is run as `moniker`.
  let program: String

  /// - Parameter program: a program other than ``program``.
  init(_ store: StoreForm = .byDefault, program: String? = nil) throws {
    home = try TemporaryFolder()
    self.store = store
    self.program = try program ?? Self.program
    file = store.file(in: home.path)
  }

  /// The folder of the store's file.
  var folder: String { (file as NSString).deletingLastPathComponent }

  /// The store, opened by the library.
  var repository: any Store { store.repository(at: file) }

  /// The program `moniker` that is tested: the static executable that `scripts/test` builds, as it is
  /// released, or else the one that is built beside the tests.
  ///
  /// Without optimization, and with the checks of the library that parses its arguments, a command takes
  /// four times as long.
  static var program: String {
    get throws {
      try ProcessInfo.processInfo.environment["MONIKER_TEST_PROGRAM"] ?? dynamicProgram
    }
  }

  /// The program `moniker` that is built beside the tests: libfaketime cannot change the time of a
  /// static executable.
  static var dynamicProgram: String {
    get throws {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return (tests as NSString).deletingLastPathComponent + "/moniker"
    }
  }

  /// A command as an answer proposes it: on the sandbox's store.
  func proposed(_ command: String, _ words: String = "") -> String {
    let option = store.option(in: home.path).map { " --store=\($0)" } ?? ""
    return "moniker \(command)\(option)\(words.isEmpty ? "" : " ")\(words)"
  }

  /// Runs `moniker` with the sandbox's store, whose option follows the command.
  ///
  /// A value of nil unsets a variable; a wrapper is a program that gets `moniker` and its arguments
  /// as further arguments.
  func moniker(
    _ words: String...,
    variables: [String: String?] = [:],
    through wrapper: [String] = [],
    changing: (inout Launch) -> Void = { _ in }
  ) async throws -> Ending {
    try await launch(words, variables: variables, through: wrapper, changing: changing).run()
  }

  /// Runs `moniker` at a terminal.
  func moniker(
    _ words: String...,
    variables: [String: String?] = [:],
    through wrapper: [String] = [],
    typing: [Typing]
  ) async throws -> Ending {
    try await launch(words, variables: variables, through: wrapper).run(typing: typing)
  }

  /// Runs another program with the same variables.
  func tool(
    _ words: String...,
    arguments: [String] = [],
    input: [UInt8] = []
  ) async throws -> Ending {
    var launch = Launch(words: words + arguments, variables: environment([:]), input: input)
    launch.folder = home.path
    return try await launch.run()
  }

  func launch(
    _ words: [String],
    variables: [String: String?] = [:],
    through wrapper: [String] = [],
    changing: (inout Launch) -> Void = { _ in }
  ) throws -> Launch {
    var words = words
    if let option = store.option(in: home.path), !words.isEmpty, !words.contains("--to") {
      words.insert(
        contentsOf: ["--store", option],
        at: words.count > 1
          && ["accounts", "photos", "profile", "sessions", "store"].contains(words[0])
          ? 2 : 1
      )
    }
    let isTimeChanged = wrapper.contains("faketime")
    var launch = Launch(
      words: wrapper + [isTimeChanged ? try Self.dynamicProgram : program] + words,
      variables: environment(variables)
    )
    // Outside of the checkout, so that no project file of the developer applies.
    launch.folder = home.path
    changing(&launch)
    return launch
  }

  private func environment(_ changes: [String: String?]) -> [String: String] {
    var variables = ["HOME": home.path]
    variables["PATH"] = getenv("PATH").map { String(cString: $0) }
    for (name, value) in changes { variables[name] = value }
    return variables
  }
}
