import Foundation
import Testing

@Suite struct `A store that cannot be used` {
  static let commands = [
    ["whoami"], ["status"], ["login", "hong"], ["rename", "hong"], ["logout"],
    ["profile", "show"], ["profile", "edit", "--title", "t"],
  ]

  @Test(arguments: UnusableStore.all)
  func `ends every command with 65 and stays unchanged`(store: UnusableStore) async throws {
    let sandbox = try Sandbox(store.form)
    try FileManager.default.createDirectory(
      atPath: sandbox.folder,
      withIntermediateDirectories: true
    )
    try await store.make(sandbox)
    let before = try sandbox.snapshot()

    for command in Self.commands {
      let text = try await sandbox.launch(command).run().expect(exit: 65, output: "")
      let json = try await sandbox.launch(command + ["--json"]).run().expect(exit: 65)
      let error = try json.error()
      #expect(error.code == store.code, "\(json)")
      #expect(text.errorText == "error: \(error.message)\n")
      #expect(error.message.contains(sandbox.file), "\(json)")
      for word in store.words { #expect(error.message.contains(word), "\(json)") }
      #expect(!error.message.lowercased().contains("signed in"), "\(json)")
      let after = try sandbox.snapshot()
      #expect(after == before, "\(command) left \(after)")
    }
  }

  @Test(arguments: StoreForm.kinds)
  func `is distinguished from an empty file`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try FileManager.default.createDirectory(
      atPath: sandbox.folder,
      withIntermediateDirectories: true
    )
    var messages: Set<String> = []
    for text in ["", "garbage"] {
      try Data(text.utf8).write(to: URL(filePath: sandbox.file))
      messages.insert(try await sandbox.moniker("whoami").expect(exit: 65).errorText)
    }
    #expect(messages.count == 2)
    #expect(messages.contains { $0.contains("empty") }, "\(messages)")
  }
}
