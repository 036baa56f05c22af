import Foundation
import Glibc
import MonikerDomain
import MonikerDoubles

/// A home of a test's own, in which the built program is run.
struct Sandbox: Sendable {
  let home: TemporaryFolder
  let store: StoreForm

  /// The store's file.
  let file: String

  /// The program that is run as `moniker`.
  let program: String

  /// - Parameter program: another one than that which is built beside the tests.
  init(_ store: StoreForm = .byDefault, program: String? = nil) throws {
    home = try TemporaryFolder()
    self.store = store
    self.program = try program ?? Self.program
    file = store.file(in: home.path)
  }

  /// The folder that holds the store's file.
  var folder: String { (file as NSString).deletingLastPathComponent }

  /// The store as the library opens it.
  var repository: any Store { store.repository(at: file) }

  /// The program `moniker`, which is built beside the tests.
  static var program: String {
    get throws {
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      return (tests as NSString).deletingLastPathComponent + "/moniker"
    }
  }

  /// Runs `moniker` with the sandbox's store, which is named after the command.
  ///
  /// A value of nil takes a variable away; a wrapper is a program that gets `moniker` and its
  /// arguments as further arguments.
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

  /// Runs another program, with the same variables.
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
        at: ["accounts", "sessions", "store"].contains(words[0]) ? 2 : 1
      )
    }
    var launch = Launch(
      words: wrapper + [program] + words,
      variables: environment(variables)
    )
    // A project file of whoever runs the tests is not for them.
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
