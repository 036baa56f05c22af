import Foundation
import MonikerDoubles
import Testing

@Suite struct `Two homes on one store` {
  private static let ids = [nil, "1e9e5d2c-8f3a-4a8e-9d41-0a6b6f1c2d3e"]

  /// Runs a command in one of two homes that share a file.
  private func moniker(
    _ words: [String],
    home: Int,
    on store: StoreForm,
    in sandbox: Sandbox
  ) async throws -> Ending {
    let option = ["--store", "\(store.kind):\(sandbox.home.file("shared"))"]
    return try await sandbox.launch(
      words + option,
      variables: ["MONIKER_DEVICE": Self.ids[home]]
    ).run()
  }

  @Test(arguments: StoreForm.kinds)
  func `have an active session each, and end each other's only if told to`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox()
    func run(_ home: Int, _ words: String...) async throws -> Ending {
      try await moniker(words, home: home, on: store, in: sandbox)
    }
    for (home, name) in [(0, "mina"), (1, "jun"), (1, "mina"), (0, "jun"), (0, "mina")] {
      try await run(home, "login", name).expect(exit: 0)
    }
    try await run(1, "switch", "jun").expect(exit: 0)
    try await run(0, "whoami").expect(exit: 0, output: "mina\n")
    try await run(1, "whoami").expect(exit: 0, output: "jun\n")
    try await run(1, "whoami", "--as", "mina").expect(exit: 0, output: "mina\n")
    try await run(1, "logout").expect(exit: 0)
    try await run(1, "whoami").expect(exit: 4)
    try await run(0, "whoami").expect(exit: 0, output: "mina\n")
    try await run(0, "switch", "jun").expect(exit: 0)
    try await run(0, "switch", "mina").expect(exit: 0)
    let listed = try await run(0, "sessions", "--json").expect(exit: 0).document()
    let sessions = try #require(listed["sessions"] as? [[String: Any]])
    let local = "00000000-0000-0000-0000-000000000000"
    #expect(sessions.count { $0["deviceID"] as? String == local } == 2)
    #expect(sessions.count { $0["deviceID"] as? String == Self.ids[1] } == 2)
    try await run(0, "sessions", "end", "--other-devices").expect(exit: 0)
    try await run(0, "whoami").expect(exit: 0, output: "mina\n")
    try await run(1, "whoami", "--as", "mina").expect(exit: 5)
    try await run(0, "whoami", "--as", "jun").expect(exit: 0, output: "jun\n")
    try await run(0, "store", "check").expect(exit: 0)
  }

  @Test(arguments: ["laptop", "1e9e5d2c8f3a4a8e9d410a6b6f1c2d3e", " "])
  func `are told about a device that is no ID`(value: String) async throws {
    let sandbox = try Sandbox()
    let ending = try await sandbox.launch(["whoami"], variables: ["MONIKER_DEVICE": value]).run()
    ending.expect(exit: 78, output: "")
    #expect(ending.errorText.contains("MONIKER_DEVICE"))
  }
}
