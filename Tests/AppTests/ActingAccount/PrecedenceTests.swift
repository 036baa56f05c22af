import Foundation
import MonikerDoubles
import Testing

@Suite struct `The acting account` {
  /// A rule that names the acting account; each rule names another account.
  enum Rule: String, CaseIterable {
    case flag, variable, projectFile, active

    var name: String {
      switch self {
      case .flag: "flora"
      case .variable: "vera"
      case .projectFile: "petra"
      case .active: "anna"
      }
    }

    var source: String { self == .variable ? "MONIKER_AS" : rawValue }
  }

  static let pairs = Rule.allCases.indices.flatMap { first in
    Rule.allCases[(first + 1)...].map { (Rule.allCases[first], $0) }
  }

  /// Returns a sandbox in which all accounts are signed in, and the command in it with the given
  /// rules.
  private func makeSandbox(_ store: StoreForm) async throws -> Sandbox {
    let sandbox = try Sandbox(store)
    for rule in Rule.allCases { try await sandbox.moniker("login", rule.name).expect(exit: 0) }
    return sandbox
  }

  @Test(arguments: StoreForm.kinds)
  func `is the one that logout names`(store: StoreForm) async throws {
    let sandbox = try await makeSandbox(store)
    let variables = ["MONIKER_AS": "petra"]
    let logout = try await sandbox.moniker("logout", "vera", variables: variables)
    #expect(logout.expect(exit: 0).outputText.hasPrefix("Signed out vera.\n"), "\(logout)")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "anna\n")
    try await sandbox.moniker("whoami", "--as", "vera").expect(exit: 4)
    let again = try await sandbox.moniker("logout", "vera").expect(exit: 0)
    #expect(again.outputText.hasPrefix("Nobody was signed in as vera.\n"), "\(again)")
    try await sandbox.moniker("logout", "flora", "--as", "petra").expect(exit: 64, output: "")
    try await sandbox.moniker("logout", "petra", "flora").expect(exit: 64, output: "")
    try await sandbox.moniker("logout", "").expect(exit: 64, output: "")
    try await sandbox.moniker("whoami", "--as", "petra").expect(exit: 0)
  }

  private func run(
    _ words: [String],
    by rules: [Rule],
    naming name: (Rule) -> String = \.name,
    in sandbox: Sandbox
  ) async throws -> Ending {
    var words = words
    if rules.contains(.flag) { words += ["--as", name(.flag)] }
    let file = sandbox.home.file(".moniker")
    try? FileManager.default.removeItem(atPath: file)
    if rules.contains(.projectFile) {
      try "as = \(name(.projectFile))\n".write(toFile: file, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    }
    let variables = rules.contains(.variable) ? ["MONIKER_AS": name(.variable)] : [:]
    return try await sandbox.launch(words, variables: variables).run()
  }

  @Test(arguments: pairs, StoreForm.kinds)
  func `is decided by the stronger of two rules`(
    pair: (stronger: Rule, weaker: Rule),
    store: StoreForm
  ) async throws {
    let sandbox = try await makeSandbox(store)
    let rules = [pair.weaker, pair.stronger]
    let before = try Data(contentsOf: URL(filePath: sandbox.file))
    let name = pair.stronger.name
    try await run(["whoami"], by: rules, in: sandbox).expect(exit: 0, output: name + "\n")
    let whoami = try await run(["whoami", "--json"], by: rules, in: sandbox).document()
    #expect(whoami["nickname"] as? String == name)
    #expect(whoami["source"] as? String == pair.stronger.source)
    let status = try await run(["status", "--json"], by: rules, in: sandbox).document()
    #expect(status["source"] as? String == pair.stronger.source)
    let named = try #require(status["actingAccountRules"] as? [[String: Any]])
    let expected = [pair.stronger, pair.weaker].filter { $0 != .active }
    #expect(named.map { $0["source"] as? String } == expected.map(\.source))
    #expect(named.map { $0["nickname"] as? String } == expected.map(\.name))
    let text = try await run(["status"], by: rules, in: sandbox).expect(exit: 0).outputText
    #expect(text.contains("By: ") && text.contains("(\(name))"), "\(text)")
    #expect(text.contains("Not: ") && text.contains("(\(Rule.active.name))"), "\(text)")
    #expect(try Data(contentsOf: URL(filePath: sandbox.file)) == before)
  }

  @Test(arguments: Rule.allCases.dropLast(), ["whoami", "status", "rename"])
  func `falls back to no other account if the named one is not signed in`(
    rule: Rule,
    command: String
  ) async throws {
    let sandbox = try await makeSandbox(.byDefault)
    let words = [command] + (command == "rename" ? ["new"] : [])
    let text = try await run(words, by: [rule], naming: { _ in "nemo" }, in: sandbox)
    text.expect(exit: 4)
    let said = text.outputText + text.errorText
    #expect(said.contains("nemo"), "\(text)")
    let source = ["flag": "--as", "variable": "MONIKER_AS", "projectFile": ".moniker"]
    #expect(said.contains(source[rule.rawValue] ?? "?"), "\(text)")
    let json = try await run(words + ["--json"], by: [rule], naming: { _ in "nemo" }, in: sandbox)
    json.expect(exit: 4)
    if command == "status" {
      #expect(try json.document()["nickname"] is NSNull)
    } else {
      #expect(try json.error().code == "notSignedIn")
    }
  }

  @Test(arguments: [Rule.variable, .projectFile], StoreForm.kinds)
  func `that a rule names is not changed by signing in or out`(rule: Rule, store: StoreForm)
    async throws
  {
    let sandbox = try await makeSandbox(store)
    for words in [["login", "somebody"], ["login", Rule.active.name], ["logout"]] {
      let refused = try await run(words, by: [rule], in: sandbox)
      refused.expect(exit: 6, output: "")
      #expect(refused.errorText.contains(rule.name), "\(refused)")
      let json = try await run(words + ["--json"], by: [rule], in: sandbox).expect(exit: 6)
      #expect(try json.error().code == "actingAccountDecided")
    }
    try await run(["whoami"], by: [], in: sandbox)
      .expect(exit: 0, output: Rule.active.name + "\n")
    // The account that the rule names may sign in, and may be signed out by name.
    let out = try await run(["logout", "--as", rule.name], by: [rule], in: sandbox)
    out.expect(exit: 0)
    #expect(out.outputText.hasPrefix("Signed out \(rule.name)."), "\(out)")
    try await run(["whoami"], by: [rule], in: sandbox).expect(exit: 4)
    try await run(["login", rule.name.uppercased()], by: [rule], in: sandbox).expect(exit: 0)
    try await run(["whoami"], by: [rule], in: sandbox).expect(exit: 0, output: rule.name + "\n")
  }

  @Test(arguments: StoreForm.kinds)
  func `is signed out and renamed by nickname without changing another account`(store: StoreForm)
    async throws
  {
    let sandbox = try await makeSandbox(store)
    try await sandbox.moniker("rename", "--as", "vera", "wera").expect(exit: 0)
    try await sandbox.moniker("logout", "--as", "flora").expect(exit: 0)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "anna\n")
    try await sandbox.moniker("whoami", "--as", "wera").expect(exit: 0, output: "wera\n")
    try await sandbox.moniker("whoami", "--as", "vera").expect(exit: 4)
    try await sandbox.moniker("whoami", "--as", "flora").expect(exit: 4)
    try await sandbox.moniker("logout", "--as", "flora").expect(exit: 0)
  }

  @Test func `is reported in one line for any content of the variable`() async throws {
    let ending = try await Sandbox().moniker("whoami", variables: ["MONIKER_AS": "x\nerror: y"])
    ending.expect(exit: 78, output: "")
    #expect(ending.errorText.count { $0 == "\n" } == 1, "\(ending)")
  }

  @Test(arguments: [("--as", 64), ("MONIKER_AS", 78)])
  func `cannot be a text that is no nickname`(rule: (name: String, status: Int32))
    async throws
  {
    let sandbox = try Sandbox()
    for name in [" ", "x\u{1B}[2J", "b\u{9B}", String(repeating: "x", count: 5_000)] {
      let ending =
        if rule.name == "--as" {
          try await sandbox.moniker("whoami", "--as", name)
        } else {
          try await sandbox.moniker("whoami", variables: [rule.name: name])
        }
      ending.expect(exit: rule.status, output: "")
      #expect(ending.errorText.contains(rule.name), "\(ending)")
    }
  }
}
