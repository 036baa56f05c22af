import Testing

@Suite struct FolderRuleTests {
  private let account = SourceFile("Sources/Domain/A/Account.swift", "struct Account {}")

  private func violations(
    _ files: [SourceFile],
    orders: [String: [String]] = [:]
  ) -> [Violation] {
    FolderRule.violations(in: files, orders: orders)
  }

  @Test func `A cycle is reported with a file and a type for each step`() {
    let files = [
      SourceFile("Sources/Domain/A/Account.swift", "\nstruct Account { let events: [Event] }"),
      SourceFile("Sources/Domain/B/Session.swift", "public typealias Session = Set<Account>"),
      SourceFile("Sources/Domain/C/Deep/Event.swift", "enum Event { case began(Session) }"),
    ]
    let reason =
      "a circle: A → C (Account.swift: Event) → B (Event.swift: Session) → A (Session.swift: Account)"
    #expect(violations(files) == [Violation("Sources/Domain/", reason)])
  }

  @Test(arguments: [
    "Sources/Domain/", "Sources/Data/SQLite/", "Sources/Presentation/", "Sources/App/",
  ])
  func `A cycle is found at any depth`(parent: String) {
    let files = [
      SourceFile(parent + "A/One.swift", "struct One {}\nextension Two {}"),
      SourceFile(parent + "B/Two.swift", "protocol Two { var one: One { get } }"),
    ]
    #expect(violations(files).map(\.place) == [parent])
  }

  @Test(arguments: [
    "let account: Account", "func f(_: [String: Account])", "extension Account {}",
    "let text = \"\\(Account.self)\"", "let range = first...Account.last", "class B: Account {}",
    "typealias Holder = Account.ID", "enum State { struct Part {} }; let account: Account?",
  ])
  func `A mention is a use`(text: String) {
    let files = [account, SourceFile("Sources/Domain/B/File.swift", text)]
    let orders = ["Sources/Domain/": ["B", "A"]]
    let expected = Violation("Sources/Domain/B/File.swift", line: 1, "B may not use Account")
    #expect(violations(files, orders: orders) == [expected])
  }

  @Test(arguments: [
    "// Account", "/// ``Account``", "let text = \"Account\"", "let accounts: Accounts",
    "let state: Other.Account", "switch a { case .Account: break }",
    "struct Store { enum Account {} }; let account: Account", "private struct Account {}",
  ])
  func `Text that only resembles a mention is none`(text: String) {
    let files = [account, SourceFile("Sources/Domain/B/File.swift", text)]
    #expect(violations(files, orders: ["Sources/Domain/": ["B", "A"]]) == [])
  }

  @Test(arguments: [
    "struct Account { enum State {} }", "private enum State {}", "fileprivate struct State {}",
    "extension Account { struct State {} }", "let state = State()",
  ])
  func `Only a type that other files can name counts as used`(text: String) {
    let files = [
      SourceFile("Sources/Domain/A/Account.swift", text),
      SourceFile("Sources/Domain/B/File.swift", "let state: State"),
    ]
    #expect(violations(files, orders: ["Sources/Domain/": ["B", "A"]]) == [])
  }

  @Test func `An order is kept`() {
    let engine = SourceFile("Sources/Data/SQLite/Engine/Row.swift", "struct Row {}")
    let file = SourceFile("Sources/Data/SQLite/File/Page.swift", "struct Page {}")
    let store = SourceFile("Sources/Data/SQLite/Store/Schema.swift", "let a: Row, b: Page")
    func found(_ more: SourceFile) -> [Violation] {
      FolderRule.violations(in: [engine, file, store, more])
    }
    #expect(found(SourceFile("Sources/Data/Files/Lock.swift", "let page: Page")) == [])
    for place in ["Engine/Column.swift", "Page.swift", "Other/Page.swift"] {
      let more = SourceFile("Sources/Data/SQLite/" + place, "let page: Page")
      #expect(found(more).count == 1, "\(place)")
    }
  }
}
