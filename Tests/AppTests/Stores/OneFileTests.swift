import Foundation
import Glibc
import MonikerDoubles
import Testing

@Suite struct `A file that is named in two ways` {
  /// Another name of a store's file.
  enum Spelling: CaseIterable {
    case dot, parent, linkedFolder, hardLink
  }

  private func path(_ spelling: Spelling, in sandbox: Sandbox) throws -> String {
    let name = (sandbox.file as NSString).lastPathComponent
    switch spelling {
    case .dot: return sandbox.folder + "/./" + name
    case .parent: return sandbox.folder + "/../moniker/" + name
    case .linkedFolder:
      try #require(symlink(sandbox.folder, sandbox.home.file("linked")) == 0)
      return "linked/" + name
    case .hardLink:
      try #require(link(sandbox.file, sandbox.home.file("second")) == 0)
      return "second"
    }
  }

  @Test(arguments: StoreForm.kinds, Spelling.allCases)
  func `is not both the source and the target of a command`(
    store: StoreForm,
    spelling: Spelling
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let file = try path(spelling, in: sandbox)
    let before = FileManager.default.contents(atPath: sandbox.file)
    let names = sandbox.home.contents
    let (kind, other) = (store.kind, "\(store.kind):\(file)")
    for words in [
      ["backup", file], ["backup", file, "--force"], ["restore", file],
      ["export", file], ["export", file, "--force"], ["import", file], ["import", file, "--merge"],
      ["copy", "--from", kind, "--to", other], ["copy", "--from", other, "--to", kind],
      ["copy", "--from", kind, "--to", other, "--merge"],
    ] {
      let option = words[0] == "copy" ? [] : ["--store", kind]
      let ending = try await sandbox.tool(
        Sandbox.program,
        arguments: ["store"] + words + option + ["--json"]
      )
      // A database with two names is refused when it is opened, which may be before.
      if spelling == .hardLink, store == .byDefault, ending.status == .exited(69) {
        #expect(try ending.error().code == "storeUnreachable", "\(words)")
      } else {
        #expect(try ending.expect(exit: 64, output: "").error().code == "usage", "\(words)")
      }
      #expect(FileManager.default.contents(atPath: sandbox.file) == before, "\(words)")
      #expect(sandbox.home.contents == names, "\(words)")
    }
    if spelling == .hardLink { try FileManager.default.removeItem(atPath: sandbox.home.file(file)) }
    try await sandbox.moniker("whoami").expect(exit: 0, output: "mina\n")
  }

  @Test func `of an SQLite store is refused if it is a hard link`() async throws {
    let sandbox = try Sandbox(.sqlite)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let second = sandbox.home.file("second")
    try #require(link(sandbox.file, second) == 0)
    for words in [["whoami"], ["login", "bob"], ["store", "check"], ["store", "repair"]] {
      for store in ["sqlite", "sqlite:\(second)"] {
        let ending = try await sandbox.tool(
          Sandbox.program,
          arguments: words + ["--store", store, "--json"]
        )
        let error = try ending.expect(exit: 69, output: "").error()
        #expect(error.message.contains("2 names (hard links)"), "\(words)")
      }
    }
    try FileManager.default.removeItem(atPath: second)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "mina\n")
    // What a killed process has left beside the store is not another name for it.
    let left = sandbox.folder + "/.moniker.sqlite.moniker-staging-7"
    try #require(link(sandbox.file, left) == 0)
    try await sandbox.moniker("login", "bob").expect(exit: 0)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "bob\n")
  }

  @Test(arguments: StoreForm.kinds, [".lock", "-journal", "-wal", "-shm"])
  func `is not what a store keeps beside its file`(store: StoreForm, suffix: String) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let file = sandbox.file + suffix
    let names = sandbox.home.contents
    let (kind, other) = (store.kind, "\(store.kind):\(file)")
    for words in [
      ["export", file], ["export", file, "--force"], ["backup", file], ["backup", file, "--force"],
      ["copy", "--from", kind, "--to", other], ["copy", "--from", other, "--to", kind],
    ] {
      let option = words[0] == "copy" ? [] : ["--store", kind]
      let ending = try await sandbox.tool(
        Sandbox.program,
        arguments: ["store"] + words + option + ["--json"]
      )
      #expect(try ending.expect(exit: 64, output: "").error().code == "usage", "\(words)")
      #expect(sandbox.home.contents == names, "\(words)")
    }
  }

  @Test(arguments: ["./x", ".//x", "no/../x", "linked/x"])
  func `is recognized before it exists`(other: String) async throws {
    let sandbox = try Sandbox()
    try #require(symlink(".", sandbox.home.file("linked")) == 0)
    try #require(mkdir(sandbox.home.file("no"), 0o700) == 0)
    for words in [
      ["copy", "--from", "sqlite:x", "--to", "plist:" + other],
      ["import", other, "--store", "sqlite:x"],
    ] {
      let ending = try await sandbox.tool(
        Sandbox.program,
        arguments: ["store"] + words + ["--json"]
      )
      #expect(try ending.expect(exit: 64, output: "").error().code == "usage", "\(words)")
    }
  }
}
