import Foundation
import Glibc
import MonikerDoubles
import Testing

@Suite struct `A store that other users can change` {
  private func sandbox(_ store: StoreForm) async throws -> Sandbox {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    return sandbox
  }

  @Test(arguments: StoreForm.kinds, [0o770, 0o707, 0o777, 0o2770] as [mode_t])
  func `through its folder is refused`(store: StoreForm, mode: mode_t) async throws {
    let sandbox = try await sandbox(store)
    try #require(chmod(sandbox.folder, mode) == 0)
    try await sandbox.expect(
      .denied(sandbox.file, "write to its folder \(sandbox.folder)", "chmod go-w")
    )
    // The command that the message proposes repairs it.
    try await sandbox.tool("chmod", "go-w", sandbox.folder).expect(exit: 0)
    try await sandbox.expectAnswers()
  }

  @Test(arguments: StoreForm.kinds, [0o1777, 0o1770, 0o755, 0o750] as [mode_t])
  func `is not one whose folder lets only the owner replace it`(
    store: StoreForm,
    mode: mode_t
  ) async throws {
    let sandbox = try await sandbox(store)
    try #require(chmod(sandbox.folder, mode) == 0)
    try await sandbox.expectAnswers()
    try await sandbox.moniker("login", "hong").expect(exit: 0)
    try await sandbox.expectAnswers(as: "hong")
  }

  @Test(arguments: StoreForm.kinds)
  func `is not created in a folder that others can write`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try FileManager.default.createDirectory(
      atPath: sandbox.folder,
      withIntermediateDirectories: true
    )
    try #require(chmod(sandbox.folder, 0o777) == 0)
    try await sandbox.expect(.denied(sandbox.file, "write to its folder"))
  }

  @Test(arguments: StoreForm.kinds, [0o620, 0o602, 0o666] as [mode_t])
  func `through its permissions is refused`(store: StoreForm, mode: mode_t) async throws {
    let sandbox = try await sandbox(store)
    try #require(chmod(sandbox.file, mode) == 0)
    try await sandbox.expect(.denied(sandbox.file, "other users can write to it", "chmod go-w"))
    // The owner may let others read.
    try #require(chmod(sandbox.file, 0o644) == 0)
    try await sandbox.expectAnswers()
  }

  enum Part: String, CaseIterable, CustomTestStringConvertible {
    case file, folder

    var testDescription: String { rawValue }
  }

  @Test(arguments: StoreForm.kinds, Part.allCases)
  func `because another user owns it is refused`(store: StoreForm, part: Part) async throws {
    let sandbox = try await sandbox(store)
    let path = part == .file ? sandbox.file : sandbox.folder
    let giving = chown(path, 54_321, gid_t.max)
    try #require(giving == 0, "Only root can give a file to somebody else: run this as root.")
    try await sandbox.expect(.denied(sandbox.file, "belongs to the user 54321"))
    try #require(chown(path, 0, gid_t.max) == 0)
    try await sandbox.expectAnswers()
  }

  /// Files of root are trusted: root can change any other file as well.
  @Test(arguments: StoreForm.kinds)
  func `is not one that only root can change`(store: StoreForm) async throws {
    try requireRoot()
    let sandbox = try await sandbox(store)
    for folder in [sandbox.home.path, sandbox.folder] { try #require(chmod(folder, 0o755) == 0) }
    for folder in [".local", ".local/share"] {
      try #require(chmod(sandbox.home.file(folder), 0o755) == 0)
    }
    try #require(chmod(sandbox.file, 0o644) == 0)
    let somebody = ["setpriv", "--reuid", "54321", "--clear-groups"]
    try await sandbox.expectAnswers(through: somebody)
    try await sandbox.expect(
      .denied(sandbox.file, "Permission denied"),
      of: Sandbox.writing,
      through: somebody
    )
  }

  /// A file beside a database that another user made: SQLite would take its content for the
  /// store's.
  @Test(arguments: ["-wal", "-journal", "-shm", ".lock"])
  func `through a file beside it is refused`(suffix: String) async throws {
    let isLock = suffix == ".lock"
    let sandbox = try await sandbox(isLock ? .plist : .byDefault)
    try #require(chmod(sandbox.folder, 0o1777) == 0)
    let path = sandbox.file + suffix
    if !isLock { try Data("not ours".utf8).write(to: URL(filePath: path)) }
    try #require(chmod(path, 0o666) == 0)
    try await sandbox.expect(
      .denied(path, "other users can write to it"),
      of: isLock ? Sandbox.writing : Sandbox.reading + Sandbox.writing
    )
    if isLock { try await sandbox.expectAnswers() }
  }
}
