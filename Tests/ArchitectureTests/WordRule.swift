/// Words that some files may not contain, although they compile.
enum WordRule {
  /// Time, identifiers and the environment are passed in: only App reads them.
  static let outsideApp = [
    "Date()", "Date.now", "ContinuousClock", "SuspendingClock", "clock_gettime", "gettimeofday",
    "UUID()", "SystemRandomNumberGenerator", ".random(in", "getenv", "secure_getenv", "setenv",
    "ProcessInfo", "CommandLine", "print(", "debugPrint(",
  ]

  /// The words that a file may contain all the same.
  ///
  /// The countdown's clock measures an interval, and its value is never stored. The ID of a transaction tells it
  /// apart after a cut connection, and no call returns it.
  static let exceptions = [
    "Sources/Data/Files/Countdown.swift": ["clock_gettime"],
    "Sources/Data/PostgreSQL/Store/PostgreSQLChange.swift": [".random(in"],
  ]

  /// The files that name the repositories: one for the library, the tool and a service on a file, one for
  /// what only the service links, and those of the tool that reaches services.
  static let compositionRoots = [
    "Sources/App/Library/OpenStore.swift", "Sources/App/Server/Composition/OpenServiceStore.swift",
    "Sources/App/RemoteTool/RemoteConnector.swift",
    "Sources/App/RemoteTool/RemoteServiceDevice.swift", "Sources/App/RemoteTool/PendingLinks.swift",
  ]

  static func violations(in files: [SourceFile]) -> [Violation] {
    let repositories = concreteRepositories(in: files)
    return files.flatMap { file -> [Violation] in
      if file.layer == .app {
        guard !compositionRoots.contains(file.path) else { return [] }
        return find(repositories, in: file, "only a composition root knows which store is in use")
      }
      let words = outsideApp.filter { exceptions[file.path]?.contains($0) != true }
      return find(words, in: file, "only App says this") + commands(in: file)
    } + files.flatMap(uncheckedWithoutReason)
  }

  /// The stores that Data declares, found in its sources so that a new store needs no change here.
  static func concreteRepositories(in files: [SourceFile]) -> [String] {
    let declaration = /\b(?:actor|class|struct|enum)\s+(\w+Repository)\b/
    return files.filter { $0.layer == .data }
      .flatMap { $0.code.matches(of: declaration).map { String($0.output.1) } }
  }

  private static func find(
    _ words: [String],
    in file: SourceFile,
    _ reason: String
  ) -> [Violation] {
    words.flatMap { word in
      file.lines(with: word).map { Violation(file.path, line: $0, "\(word): \(reason)") }
    }
  }

  /// Texts that name a command or an option of the tool, outside of App: they hold for one front end.
  private static func commands(in file: SourceFile) -> [Violation] {
    let lines = file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().filter { _, line in
      !line.trimmingPrefix(while: \.isWhitespace).hasPrefix("//")
        && line.contains(/".*(?:\bmoniker [a-z]|\bchmod [a-z]|--[a-z])/)
    }.map { Violation(file.path, line: $0.offset + 1, "a command or an option in a text") }
  }

  /// The compiler does not check such code: the line before must give the reason.
  private static func uncheckedWithoutReason(in file: SourceFile) -> [Violation] {
    let lines = file.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return file.lines(with: "@unchecked").filter { number in
      number < 2 || !lines[number - 2].trimmingPrefix(while: \.isWhitespace).hasPrefix("//")
    }.map { Violation(file.path, line: $0, "@unchecked, and no comment above says why") }
  }
}
