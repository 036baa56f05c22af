import Foundation
import MonikerDoubles
import Testing

@Suite struct `The home of the stores` {
  private static func location(_ sandbox: Sandbox, _ variables: [String: String?]) async throws
    -> (store: String?, home: [String: String])
  {
    try await sandbox.moniker("login", "gildong", variables: variables).expect(exit: 0)
    let document = try await sandbox.moniker("status", "--json", variables: variables)
      .expect(exit: 0).document()
    let store = try #require(document["store"] as? [String: Any])
    let location = store["location"] as? String
    #expect(FileManager.default.fileExists(atPath: location ?? ""))
    return (location, try #require(document["home"] as? [String: String]))
  }

  @Test func `is below HOME by default`() async throws {
    let sandbox = try Sandbox()
    let found = try await Self.location(sandbox, [:])
    #expect(found.store == sandbox.home.path + "/.local/share/moniker/moniker.sqlite")
    #expect(found.home["source"] == "default")
  }

  @Test func `is below an absolute XDG_DATA_HOME`() async throws {
    let sandbox = try Sandbox()
    let data = sandbox.home.file("data")
    let found = try await Self.location(sandbox, ["XDG_DATA_HOME": data])
    #expect(found.store == data + "/moniker/moniker.sqlite")
    #expect(found.home == ["value": data + "/moniker", "source": "XDG_DATA_HOME"])
    #expect(sandbox.home.contents == ["data"])
  }

  @Test(arguments: ["HOME", "XDG_DATA_HOME", "MONIKER_HOME"], StoreForm.kinds)
  func `is made with the folders above it`(variable: String, store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let place = sandbox.home.file("no/such/folder")
    try await sandbox.moniker("login", "mina", variables: [variable: place]).expect(exit: 0)
    try await sandbox.moniker("whoami", variables: [variable: place])
      .expect(exit: 0, output: "mina\n")
    for (path, entry) in try sandbox.snapshot().entries where entry.bytes == nil {
      #expect(entry.mode == 0o700, "\(path)")
    }
  }

  @Test(arguments: ["relative/data", "./data", ""])
  func `is not below a relative XDG_DATA_HOME`(value: String) async throws {
    let sandbox = try Sandbox()
    let found = try await Self.location(sandbox, ["XDG_DATA_HOME": value])
    #expect(found.store == sandbox.home.path + "/.local/share/moniker/moniker.sqlite")
    #expect(sandbox.home.contents == [".local"])
  }

  @Test func `is MONIKER_HOME if it is set`() async throws {
    let sandbox = try Sandbox()
    let own = sandbox.home.file("own")
    let found = try await Self.location(
      sandbox,
      ["MONIKER_HOME": own, "XDG_DATA_HOME": sandbox.home.file("data")]
    )
    #expect(found.store == own + "/moniker.sqlite")
    #expect(found.home == ["value": own, "source": "MONIKER_HOME"])
    #expect(sandbox.home.contents == ["own"])
  }

  @Test func `needs no HOME if another variable names it`() async throws {
    let sandbox = try Sandbox()
    let own = sandbox.home.file("own")
    let found = try await Self.location(sandbox, ["MONIKER_HOME": own, "HOME": nil])
    #expect(found.store == own + "/moniker.sqlite")
  }

  @Test(
    arguments: [
      ("HOME", nil), ("HOME", ""), ("HOME", "relative"), ("HOME", "FILE"),
      ("MONIKER_HOME", "relative"), ("MONIKER_HOME", "FILE"), ("XDG_DATA_HOME", "FILE"),
    ] as [(String, String?)],
    StoreForm.kinds
  )
  func `that is undefined ends every command with 78 and names the variable`(
    variable: (name: String, value: String?),
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    let file = sandbox.home.file("a file")
    try Data("x".utf8).write(to: URL(filePath: file))
    let value = variable.value == "FILE" ? file : variable.value
    let before = try sandbox.snapshot()
    for command in `A store that cannot be used`.commands {
      let text = try await sandbox.launch(command, variables: [variable.name: value]) {
        $0.folder = sandbox.home.path
      }.run()
      text.expect(exit: 78, output: "")
      #expect(text.errorText.contains(variable.name), "\(text)")
      if let value, !value.isEmpty { #expect(text.errorText.contains(value), "\(text)") }
      let json = try await sandbox.launch(
        command + ["--json"],
        variables: [variable.name: value]
      ).run()
      #expect(try json.expect(exit: 78).error().code == "configuration")
    }
    #expect(try sandbox.snapshot() == before)
  }

  @Test(arguments: [StoreForm.sqliteAtPath, .plistAtPath])
  func `is not needed if the store has a path`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let variables: [String: String?] = ["HOME": nil]
    try await sandbox.moniker("login", "gildong", variables: variables).expect(exit: 0)
    try await sandbox.moniker("whoami", variables: variables).expect(exit: 0, output: "gildong\n")
    let status = try await sandbox.moniker("status", "--json", variables: variables).expect(exit: 0)
    let home = try #require(status.document()["home"] as? [String: Any])
    #expect(home["value"] is NSNull)
    #expect(home["source"] is NSNull)
  }

  @Test func `is not needed if the store is in memory`() async throws {
    let variables: [String: String?] = ["HOME": nil]
    try await Sandbox().moniker("login", "gildong", "--store", "memory", variables: variables)
      .expect(exit: 0)
  }

  @Test(arguments: StoreForm.allCases)
  func `stays empty if nothing is written`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    for words in [["whoami"], ["status"], ["rename", "hong"]] {
      try await sandbox.launch(words).run().expect(exit: 4)
    }
    try await sandbox.moniker("logout").expect(exit: 0)
    #expect(sandbox.home.contents.isEmpty)
  }
}
