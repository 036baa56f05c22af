import Foundation
import MonikerDoubles
import Testing

@Suite struct `The store in use` {
  private static func store(
    _ sandbox: Sandbox,
    _ flag: String?,
    variable: String?,
    in folder: String? = nil
  ) async throws -> [String: String] {
    let words = ["status", "--json"] + (flag.map { ["--store", $0] } ?? [])
    let ending = try await sandbox.launch(words, variables: ["MONIKER_STORE": variable]) {
      $0.folder = folder
    }.run()
    let store = try #require(ending.expect(exit: 4).document()["store"] as? [String: Any])
    return store.compactMapValues { $0 as? String }
  }

  @Test func `is the database by default`() async throws {
    for variable in [nil, ""] {
      let store = try await Self.store(Sandbox(), nil, variable: variable)
      #expect(store["kind"] == "sqlite")
      #expect(store["value"] == "sqlite")
      #expect(store["source"] == "default")
    }
  }

  @Test func `is the variable's rather than the default`() async throws {
    let sandbox = try Sandbox()
    let store = try await Self.store(sandbox, nil, variable: "plist")
    #expect(store["kind"] == "plist")
    #expect(store["location"] == sandbox.home.path + "/.local/share/moniker/moniker.plist")
    #expect(store["value"] == "plist")
    #expect(store["source"] == "MONIKER_STORE")
  }

  @Test func `is the flag's rather than the variable's`() async throws {
    let store = try await Self.store(Sandbox(), "memory", variable: "plist")
    #expect(store == ["kind": "memory", "value": "memory", "source": "flag"])
  }

  @Test func `is the flag's even if the variable is invalid`() async throws {
    let store = try await Self.store(Sandbox(), "sqlite", variable: "floppy")
    #expect(store["source"] == "flag")
  }

  @Test(arguments: [
    ("sqlite:who.db", "who.db"), ("plist:a/../who:1.xml", "a/../who:1.xml"),
    ("sqlite::memory:", ":memory:"), ("plist:-", "-"),
  ])
  func `has a relative path below the working folder`(
    flag: String,
    location: String
  ) async throws {
    let sandbox = try Sandbox()
    // The system returns the working folder without links and doubled slashes.
    let folder = URL(filePath: sandbox.home.path).resolvingSymlinksInPath().path
    try FileManager.default.createDirectory(
      atPath: folder + "/a",
      withIntermediateDirectories: false
    )
    let store = try await Self.store(sandbox, flag, variable: nil, in: folder)
    #expect(store["location"] == folder + "/" + location)
    #expect(store["value"] == flag)
  }

  @Test func `has a path below HOME after a tilde that the shell did not expand`() async throws {
    let sandbox = try Sandbox()
    let store = try await Self.store(sandbox, "plist:~/who.plist", variable: nil)
    #expect(store["location"] == sandbox.home.file("who.plist"))
  }

  @Test func `by a relative path is found again only from the same folder`() async throws {
    let sandbox = try Sandbox()
    let option = ["--store", "sqlite:./:memory:"]
    for (words, folder, exit) in [
      (["login", "gildong"], sandbox.home.path, 0), (["whoami"], sandbox.home.path, 0),
      (["whoami"], "/", 4),
    ] as [([String], String, Int32)] {
      let launch = try sandbox.launch(words + option) { $0.folder = folder }
      try await launch.run().expect(exit: exit)
    }
    #expect(sandbox.home.contents == [":memory:"])
  }

  @Test(arguments: ["floppy", "sqlite:", "memory:", "plist:", "SQLITE", ":", " sqlite"])
  func `from an invalid variable ends the command with 78`(value: String) async throws {
    let sandbox = try Sandbox()
    let variables = ["MONIKER_STORE": value]
    let text = try await sandbox.moniker("whoami", variables: variables).expect(
      exit: 78,
      output: ""
    )
    #expect(text.errorText.contains("MONIKER_STORE"))
    #expect(text.errorText.contains("\"\(value)\""))
    let json = try await sandbox.moniker("login", "x", "--json", variables: variables)
    #expect(try json.expect(exit: 78).error().code == "configuration")
    #expect(sandbox.home.contents.isEmpty)
  }

  /// The store `a` would remove the file `a-wal` of another store.
  @Test(arguments: ["sqlite:a-wal", "sqlite:b/a-journal", "sqlite:a-shm", "plist:a.lock"])
  func `does not have the name of a file that another store has beside its own`(
    value: String
  ) async throws {
    let sandbox = try Sandbox()
    try await sandbox.launch(["login", "mina", "--store", value]).run()
      .expect(exit: 64, output: "")
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test func `is reported in text too`() async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.moniker("status", variables: ["MONIKER_STORE": "plist"])
    ending.expect(exit: 4, errors: "")
    let folder = sandbox.home.path + "/.local/share/moniker"
    #expect(ending.outputText.contains("plist \(folder)/moniker.plist (MONIKER_STORE)"))
    #expect(ending.outputText.contains("\(folder) (default)"))
  }
}
