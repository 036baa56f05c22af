import Foundation
import Glibc
import MonikerDoubles
import Testing

/// Tests of special files around a store; `UnreachableStoreTests` has those at the store's own
/// path.
@Suite struct `A special file` {
  private func sandbox(_ store: StoreForm) async throws -> Sandbox {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    return sandbox
  }

  /// Creates the target of a link, which no command may write.
  private func target(in sandbox: Sandbox, for file: SpecialFile) throws -> String {
    let path = sandbox.home.file("target")
    if file == .link { try Data("somebody's".utf8).write(to: URL(filePath: path)) }
    return path
  }

  @Test(arguments: SpecialFile.allCases, ["-wal", "-shm", "-journal"])
  func `beside a database fails every command with 69`(
    file: SpecialFile,
    suffix: String
  ) async throws {
    let sandbox = try await sandbox(.byDefault)
    let path = sandbox.file + suffix
    try file.make(at: path, target: target(in: sandbox, for: file))
    try await sandbox.expect(.unreachable(path, file.name))
  }

  @Test(arguments: SpecialFile.allCases)
  func `in the place of the lock fails only writes with 69`(file: SpecialFile) async throws {
    let sandbox = try await sandbox(.plist)
    let path = sandbox.file + ".lock"
    try #require(unlink(path) == 0)
    try file.make(at: path, target: target(in: sandbox, for: file))
    try await sandbox.expectAnswers()
    try await sandbox.expect(.unreachable(path, file.name), of: Sandbox.writing)
  }

  /// Staging names belong to the program: an object there is removed, never followed.
  @Test(
    arguments: [("moniker.plist", ""), ("moniker.sqlite", ""), ("moniker.sqlite", "-journal")],
    SpecialFile.allCases
  )
  func `in the place of a staging file is removed and not followed`(
    place: (name: String, suffix: String),
    file: SpecialFile
  ) async throws {
    let sandbox = try Sandbox(place.name == "moniker.plist" ? .plist : .byDefault)
    try FileManager.default.createDirectory(
      atPath: sandbox.folder,
      withIntermediateDirectories: true
    )
    let path = "\(sandbox.folder)/.\(place.name).moniker-new\(place.suffix)"
    let target = try target(in: sandbox, for: file)
    try file.make(at: path, target: target)
    let login = try await sandbox.moniker("login", "mina")
    if file == .folder {
      login.expect(exit: 69, output: "")
      #expect(login.errorText.contains(path), "\(login)")
    } else {
      login.expect(exit: 0, errors: "")
      try await sandbox.expectAnswers()
      #expect(try sandbox.snapshot().entries.keys.allSatisfy { !$0.contains("moniker-new") })
    }
    let content = FileManager.default.contents(atPath: target)
    #expect(content == (file == .link ? Data("somebody's".utf8) : nil))
  }

  @Test(arguments: StoreForm.kinds, [SpecialFile.fifo, .socket, .brokenLink, .deviceLink])
  func `in the place of the folder fails every command with 69`(
    store: StoreForm,
    file: SpecialFile
  ) async throws {
    let sandbox = try Sandbox(store)
    try FileManager.default.createDirectory(
      atPath: sandbox.home.file(".local/share"),
      withIntermediateDirectories: true
    )
    try file.make(at: sandbox.folder, target: sandbox.home.file("target"))
    try await sandbox.expect(.unreachable(sandbox.folder))
  }

  /// Users keep such folders elsewhere; the folder that the link leads to must still be theirs.
  @Test(arguments: StoreForm.kinds)
  func `that is a link to a folder is followed, and the folder is checked`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    let elsewhere = sandbox.home.file("elsewhere")
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: sandbox.home.file(".local/share"),
      withIntermediateDirectories: true
    )
    try manager.createDirectory(atPath: elsewhere, withIntermediateDirectories: false)
    try manager.createSymbolicLink(atPath: sandbox.folder, withDestinationPath: elsewhere)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.expectAnswers()
    try #require(chmod(elsewhere, 0o777) == 0)
    try await sandbox.expect(.denied(sandbox.folder, "other users can write"))
  }

  @Test(arguments: StoreForm.kinds, ["/dev/zero", "/dev/full", "/dev/tty"])
  func `that is a device is refused as a store`(store: StoreForm, device: String) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.expect(
      .unreachable(device, "a device"),
      of: [["whoami"], ["status"]].map { $0 + ["--store", "\(store.kind):\(device)"] }
    )
  }
}
