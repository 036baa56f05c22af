import Foundation
import Glibc
import MonikerDoubles
import Testing

@Suite struct `A store with a long path` {
  /// Makes a path in the sandbox of this many bytes; creates its folder step by step, since no
  /// system call takes a path longer than 4095 bytes.
  private func path(of length: Int, in sandbox: Sandbox) throws -> String {
    var path = sandbox.home.path
    while path.utf8.count < length - 110 {
      path += "/" + String(repeating: "d", count: 100)
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    return path + "/" + String(repeating: "s", count: length - path.utf8.count - 1)
  }

  /// SQLite's own limit on a path is 512 bytes.
  @Test(arguments: ["sqlite", "plist"], [399, 401, 490, 500, 511, 512, 513, 1_000, 4_000])
  func `works like any other`(kind: String, length: Int) async throws {
    let sandbox = try Sandbox()
    let path = try path(of: length, in: sandbox)
    #expect(path.utf8.count == length)
    let option = "\(kind):\(path)"
    try await sandbox.moniker("login", "mina", "--store", option).expect(exit: 0, errors: "")
    try await sandbox.moniker("login", "hong", "--store", option).expect(exit: 0, errors: "")
    try await sandbox.moniker("whoami", "--store", option).expect(exit: 0, output: "hong\n")
    try await sandbox.moniker("rename", "nina", "--store", option).expect(exit: 0)
    try await sandbox.moniker("accounts", "list", "--store", option).expect(exit: 0)
    let list = try await sandbox.moniker("history", "--store", option).expect(exit: 0)
    #expect(list.outputText.contains("nina, formerly hong"))
    let folder = (path as NSString).deletingLastPathComponent
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let name = (path as NSString).lastPathComponent
    #expect(names == (kind == "plist" ? [name, name + ".lock"] : [name]))
  }

  @Test(arguments: ["sqlite", "plist"], [399, 401, 470, 500, 628, 1_000])
  func `is backed up, restored, repaired, exported, imported and merged`(
    kind: String,
    length: Int
  ) async throws {
    let sandbox = try Sandbox()
    let path = try path(of: length, in: sandbox)
    let folder = (path as NSString).deletingLastPathComponent
    let option = "\(kind):\(path)"
    try await sandbox.moniker("login", "mina", "--store", option).expect(exit: 0, errors: "")
    let backup = folder + "/backup"
    for words in [
      ["backup", backup], ["backup", backup, "--force"], ["restore", backup],
      ["export", folder + "/export"], ["import", "--merge", folder + "/export"], ["check"],
    ] {
      let tool = ["store"] + words + ["--store", option]
      try await sandbox.tool(Sandbox.program, arguments: tool).expect(exit: 0)
    }
    let other = "\(kind):\(folder)/other"
    try await sandbox.tool(Sandbox.program, "store", "copy", "--from", option, "--to", other)
      .expect(exit: 0)
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.truncate(atOffset: 600)
    try file.close()
    let repair = try await sandbox.moniker("store", "repair", "--store", option)
    #expect([.exited(0), .exited(65)].contains(repair.status), "\(repair)")
    try await sandbox.moniker("store", "restore", backup, "--store", option).expect(exit: 0)
    try await sandbox.moniker("whoami", "--store", option).expect(exit: 0, output: "mina\n")
  }

  @Test func `is the same store by a short path`() async throws {
    let sandbox = try Sandbox()
    let path = try path(of: 700, in: sandbox)
    try await sandbox.moniker("login", "mina", "--store", "sqlite:" + path).expect(exit: 0)
    let folder = (path as NSString).deletingLastPathComponent
    let link = sandbox.home.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
    let short = link + "/" + (path as NSString).lastPathComponent
    try await sandbox.moniker("whoami", "--store", "sqlite:" + short)
      .expect(exit: 0, output: "mina\n")
    // While one process has the store open by the long path, another sees its writes.
    let script = """
      mkfifo out; "$0" watch --store 'sqlite:\(path)' >out & watch=$!
      exec 3<out; read -r line <&3
      "$0" login hong --store 'sqlite:\(short)' -q
      read -r line <&3
      kill $watch; "$0" whoami --store 'sqlite:\(path)'
      """
    let ending = try await sandbox.launch([], through: .shell(script)).run()
    ending.expect(exit: 0, output: "hong\n")
  }

  @Test(arguments: ["sqlite", "plist"], [4_095, 4_096, 5_000])
  func `is refused as too long if the system accepts no such path`(
    kind: String,
    length: Int
  ) async throws {
    let sandbox = try Sandbox()
    let path = sandbox.home.path + String(repeating: "/d", count: length / 2)
    let store = kind + ":" + path.prefix(length - 1) + "s"
    // The system accepts the path of 4,095 bytes, and finds nothing there.
    try await sandbox.expect(
      .unreachable(length == 4_095 ? "there is no folder" : "File name too long"),
      of: [["login", "mina", "--store", store]]
    )
    let whoami = try await sandbox.moniker("whoami", "--store", store)
    #expect(whoami.status == .exited(69), "\(whoami)")
    #expect(sandbox.home.contents.isEmpty)
  }

  /// The program appends to the file name for its staging file and its lock file.
  @Test(arguments: ["sqlite", "plist"], [200, 234, 235, 242, 243, 250, 251, 255, 256, 300])
  func `by its file name works up to the length of the suffixes`(kind: String, length: Int)
    async throws
  {
    let sandbox = try Sandbox()
    let name = String(repeating: "n", count: length)
    let store = "\(kind):\(sandbox.home.path)/\(name)"
    let longest = kind == "plist" ? 242 : 234
    if length <= longest {
      try await sandbox.moniker("login", "mina", "--store", store).expect(exit: 0, errors: "")
      try await sandbox.moniker("whoami", "--store", store).expect(exit: 0, output: "mina\n")
    } else {
      let login = try await sandbox.moniker("login", "mina", "--store", store)
      login.expect(exit: 69, output: "")
      #expect(login.errorText.contains("File name too long"), "\(login)")
      #expect(sandbox.home.contents.allSatisfy { $0 == name + ".lock" })
    }
  }
}
