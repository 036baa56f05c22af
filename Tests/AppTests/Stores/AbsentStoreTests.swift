import Foundation
import MonikerDoubles
import Testing

@Suite struct `A store that does not exist` {
  private func expectUnreachable(
    _ words: [String],
    in sandbox: Sandbox,
    naming path: String,
    variables: [String: String?] = [:]
  ) async throws {
    var launch = try sandbox.launch([], variables: variables)
    launch.words = [sandbox.program] + words + ["--json"]
    let ending = try await launch.run()
    ending.expect(exit: 69, output: "")
    let error = try ending.error()
    #expect(error.code == "storeUnreachable", "\(words)")
    #expect(error.message.contains(path), "\(words): \(error)")
  }

  @Test(arguments: StoreForm.kinds, ["typo", "no/such/folder/typo"])
  func `is not copied, checked or shown as an empty one`(store: StoreForm, name: String)
    async throws
  {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.moniker("store", "backup", "b").expect(exit: 0)
    try await sandbox.moniker("store", "export", "lines").expect(exit: 0)
    let path = sandbox.home.file(name)
    let option = "\(store.kind):\(path)"
    let (backup, lines) = (sandbox.home.file("b"), sandbox.home.file("lines"))
    let before = [backup, lines, sandbox.file].map { FileManager.default.contents(atPath: $0) }
    let names = sandbox.home.contents
    for words in [
      ["backup", "b", "--force"], ["backup", "new"], ["export", "lines", "--force"],
      ["export", "new"], ["export"], ["check"], ["info"], ["repair"],
    ] {
      let words = ["store"] + words + ["--store", option]
      try await expectUnreachable(words, in: sandbox, naming: path)
    }
    for words in [[store.kind, "--merge"], ["sqlite:new"], ["plist:new"]] {
      let words = ["store", "copy", "--from", option, "--to"] + words
      try await expectUnreachable(words, in: sandbox, naming: path)
    }
    try await expectUnreachable(["store", "restore", path], in: sandbox, naming: path)
    #expect(
      [backup, lines, sandbox.file].map { FileManager.default.contents(atPath: $0) } == before
    )
    #expect(sandbox.home.contents == names)
  }

  @Test(arguments: StoreForm.kinds)
  func `is not read by default either, except for its facts`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    let variables = ["MONIKER_STORE": store.kind]
    for words in [["check"], ["export"], ["backup", "b"], ["repair"]] {
      try await expectUnreachable(
        ["store"] + words,
        in: sandbox,
        naming: sandbox.file,
        variables: variables
      )
    }
    var launch = try sandbox.launch([], variables: variables)
    launch.words = [sandbox.program, "store", "info"]
    let info = try await launch.run().expect(exit: 0, errors: "")
    #expect(info.outputText.contains("Version:   none yet\n"), "\(info)")
    launch.words = [sandbox.program, "whoami"]
    try await launch.run().expect(exit: 4, output: "")
    #expect(sandbox.home.contents.isEmpty)
  }
}
