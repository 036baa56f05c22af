import Testing

@Suite struct WordRuleTests {
  private let store = SourceFile(
    "Sources/Data/Cloud/CloudRepository.swift",
    "public actor CloudRepository {}"
  )

  @Test(arguments: [
    ("Sources/Domain/Time/Timestamp.swift", "let now = ContinuousClock.now"),
    ("Sources/Data/Files/FileLock.swift", "let now = Date.now"),
    ("Sources/Data/Files/StoreFile.swift", "let name = \"\\(UUID())\""),
    ("Sources/Presentation/Login/LoginState.swift", "let home = getenv(\"HOME\")"),
    ("Sources/Presentation/Login/LoginState.swift", "Swift.print(state)"),
    ("Sources/Presentation/Problems/Problem.swift", "let way = \"Try: moniker login\""),
    ("Sources/Presentation/Problems/Problem.swift", "let way = \"Use --force.\""),
    ("Sources/Data/Files/StoreFile.swift", "let way = \"Try chmod go-w.\""),
    ("Sources/App/Commands/Login.swift", "let store = CloudRepository()"),
    ("Sources/App/Main.swift", "struct A: @unchecked Sendable {}"),
    ("Sources/App/Main.swift", "// Why.\n\nstruct A: @unchecked Sendable {}"),
  ])
  func `A forbidden word is rejected`(path: String, text: String) {
    let violations = WordRule.violations(in: [store, SourceFile(path, text)])
    #expect(violations.map(\.place) == [path])
  }

  @Test(arguments: [
    ("Sources/Data/Files/Countdown.swift", "clock_gettime(CLOCK_MONOTONIC, &time)"),
    ("Sources/Domain/Time/Timestamp.swift", "// Date() is read by App."),
    ("Sources/Presentation/Problems/Problem.swift", "/// The option \"--as\"."),
    ("Sources/App/Library/OpenStore.swift", "let store = CloudRepository()"),
    ("Sources/App/Surroundings.swift", "let home = getenv(\"HOME\")"),
    ("Sources/App/Main.swift", "// Why.\nstruct A: @unchecked Sendable {}"),
  ])
  func `An allowed word is accepted`(path: String, text: String) {
    #expect(WordRule.violations(in: [store, SourceFile(path, text)]) == [])
  }
}
