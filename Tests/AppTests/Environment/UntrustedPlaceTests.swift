import Foundation
import Glibc
import MonikerDoubles
import Testing

@Suite struct `A store that others could change` {
  private func sandbox(_ store: StoreForm) async throws -> Sandbox {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    return sandbox
  }

  @Test(arguments: StoreForm.kinds, [0o770, 0o707, 0o777, 0o2770] as [mode_t])
  func `by its folder is refused`(store: StoreForm, mode: mode_t) async throws {
    let sandbox = try await sandbox(store)
    try #require(chmod(sandbox.folder, mode) == 0)
    try await sandbox.expect(
      .denied(sandbox.file, "write to its folder \(sandbox.folder)", "chmod go-w")
    )
    // What the message says to do is enough.
    try await sandbox.tool("chmod", "go-w", sandbox.folder).expect(exit: 0)
    try await sandbox.expectAnswers()
  }

  @Test(arguments: StoreForm.kinds, [0o1777, 0o1770, 0o755, 0o750] as [mode_t])
  func `is none where the folder leaves it to its owner`(
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
  func `is not made in a folder that others can write to`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try FileManager.default.createDirectory(
      atPath: sandbox.folder,
      withIntermediateDirectories: true
    )
    try #require(chmod(sandbox.folder, 0o777) == 0)
    try await sandbox.expect(.denied(sandbox.file, "write to its folder"))
  }

  @Test(arguments: StoreForm.kinds, [0o620, 0o602, 0o666] as [mode_t])
  func `by its permissions is refused`(store: StoreForm, mode: mode_t) async throws {
    let sandbox = try await sandbox(store)
    try #require(chmod(sandbox.file, mode) == 0)
    try await sandbox.expect(.denied(sandbox.file, "others can write to it", "chmod go-w"))
    // Others may read what the owner lets them.
    try #require(chmod(sandbox.file, 0o644) == 0)
    try await sandbox.expectAnswers()
  }

  enum Part: String, CaseIterable, CustomTestStringConvertible {
    case file, folder

    var testDescription: String { rawValue }
  }

  @Test(arguments: StoreForm.kinds, Part.allCases)
  func `because it is somebody else's is refused`(store: StoreForm, part: Part) async throws {
    let sandbox = try await sandbox(store)
    let path = part == .file ? sandbox.file : sandbox.folder
    let giving = chown(path, 54_321, gid_t.max)
    try #require(giving == 0, "Only root can give a file to somebody else: run this as root.")
    try await sandbox.expect(.denied(sandbox.file, "belongs to the user 54321"))
    try #require(chown(path, 0, gid_t.max) == 0)
    try await sandbox.expectAnswers()
  }

  /// Root's files are everybody's to trust: root could change any other as well.
  @Test(arguments: StoreForm.kinds)
  func `is none where only root could`(store: StoreForm) async throws {
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

  /// A file beside a database that somebody else has made: SQLite would take what it holds for the
  /// store's.
  @Test(arguments: ["-wal", "-journal", "-shm", ".lock"])
  func `by a file beside it is refused`(suffix: String) async throws {
    let isLock = suffix == ".lock"
    let sandbox = try await sandbox(isLock ? .plist : .byDefault)
    try #require(chmod(sandbox.folder, 0o1777) == 0)
    let path = sandbox.file + suffix
    if !isLock { try Data("not ours".utf8).write(to: URL(filePath: path)) }
    try #require(chmod(path, 0o666) == 0)
    try await sandbox.expect(
      .denied(path, "others can write to it"),
      of: isLock ? Sandbox.writing : Sandbox.reading + Sandbox.writing
    )
    if isLock { try await sandbox.expectAnswers() }
  }
}
