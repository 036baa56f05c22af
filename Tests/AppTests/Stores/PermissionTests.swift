import Foundation
import Glibc
import MonikerDoubles
import Testing

@Suite struct `A store without permission` {
  enum Obstacle: String, CaseIterable, CustomTestStringConvertible {
    case folder = "folder 000"
    case file = "file 000"

    var testDescription: String { rawValue }
  }

  @Test(arguments: StoreForm.kinds, Obstacle.allCases)
  func `ends every command with 77, and is kept`(
    store: StoreForm,
    obstacle: Obstacle
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    let path = obstacle == .folder ? sandbox.folder : sandbox.file
    let mode: mode_t = obstacle == .folder ? 0o700 : 0o600
    try #require(chmod(path, 0) == 0)
    // A user bound by permissions cannot remove the folder otherwise.
    defer { _ = chmod(path, mode) }

    for command in `A store that cannot be used`.commands {
      let text = try await sandbox.launch(command, through: .withoutPrivileges).run()
      text.expect(exit: 77, output: "")
      #expect(text.errorText.contains(sandbox.file), "\(text)")
      #expect(!text.errorText.lowercased().contains("signed in"), "\(text)")
      let json = try await sandbox.launch(command + ["--json"], through: .withoutPrivileges).run()
      #expect(try json.expect(exit: 77).error().code == "permissionDenied")
    }
    try #require(chmod(path, mode) == 0)
    try await sandbox.moniker("whoami").expect(exit: 0, output: "gildong\n")
  }

  @Test(arguments: StoreForm.kinds)
  func `cannot be created in a read-only folder`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try #require(chmod(sandbox.home.path, 0o500) == 0)
    defer { _ = chmod(sandbox.home.path, 0o700) }
    let login = try await sandbox.moniker("login", "gildong", through: .withoutPrivileges)
    login.expect(exit: 77, output: "")
    #expect(login.errorText.contains(sandbox.home.path))
    // Reading a missing store needs no write permission.
    try await sandbox.moniker("whoami", through: .withoutPrivileges).expect(exit: 4, output: "")
    #expect(sandbox.home.contents.isEmpty)
  }

  @Test(arguments: [mode_t(0o640), 0o644, 0o750])
  func `to keep the group of its file closes the file to the group`(mode: mode_t) async throws {
    try requireRoot()
    let sandbox = try Sandbox(.plist)
    try await sandbox.moniker("login", "gildong").expect(exit: 0)
    try #require(chown(sandbox.file, .max, 54_321) == 0)
    try #require(chmod(sandbox.file, mode) == 0)
    let wrapper = ["setpriv", "--bounding-set", "-chown"]
    try await sandbox.moniker("login", "hong", through: wrapper).expect(exit: 0)
    let name = String(sandbox.file.dropFirst(sandbox.home.path.count + 1))
    #expect(try sandbox.snapshot().entries[name]?.mode == Int(mode & 0o705))
  }

  @Test(arguments: StoreForm.allCases, ["000", "022", "077", "777"])
  func `for other users is created regardless of the umask`(store: StoreForm, umask: String)
    async throws
  {
    let sandbox = try Sandbox(store)
    let shell = [String].shell("umask \(umask); exec \"$0\" \"$@\"")
    let wrapper = .withoutPrivileges + shell
    try await sandbox.moniker("login", "gildong", through: wrapper).expect(exit: 0)
    try await sandbox.moniker("login", "hong", through: wrapper).expect(exit: 0)
    try await sandbox.moniker("whoami", through: wrapper).expect(exit: 0, output: "hong\n")
    let entries = try sandbox.snapshot().entries
    #expect(entries.values.contains { $0.bytes != nil })
    for (path, entry) in entries {
      #expect(entry.mode == (entry.bytes == nil ? 0o700 : 0o600), "\(path)")
    }
    let lock = (sandbox.file as NSString).lastPathComponent + ".lock"
    #expect(entries.keys.contains { $0.hasSuffix(lock) } == store.isPropertyList)
  }
}
