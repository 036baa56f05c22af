import Foundation
import Glibc
import MonikerDoubles
import Testing

@Suite struct `A reading command` {
  /// What the program finds at the store's path.
  enum Place: String, CaseIterable, CustomTestStringConvertible {
    case nothing = "no store yet"
    case store = "a store at rest"
    case readOnlyFolder = "a store in a folder that is only to be read"
    case emptyReadOnlyFolder = "no store in a folder that is only to be read"

    var testDescription: String { rawValue }

    var hasStore: Bool { self == .store || self == .readOnlyFolder }
  }

  /// All reading commands, each with its exit statuses with and without a store.
  private static let commands: [(words: [String], exits: (with: Int32, without: Int32))] = [
    (["whoami"], (0, 4)), (["status"], (0, 4)), (["sessions", "list"], (0, 0)),
    (["sessions", "show", "0000"], (7, 7)), (["history"], (0, 0)), (["accounts", "list"], (0, 0)),
    (["watch"], (0, 0)),
    (
      ["---completion", "login", "--", "positional@0", "2", "0", "moniker", "login", ""], (0, 0)
    ),
  ]

  @Test(arguments: StoreForm.kinds, Place.allCases)
  func `creates nothing and writes nothing`(store: StoreForm, place: Place) async throws {
    let sandbox = try Sandbox(store)
    let manager = FileManager.default
    if place.hasStore { try await sandbox.moniker("login", "mina").expect(exit: 0) }
    if place != .nothing {
      try manager.createDirectory(atPath: sandbox.folder, withIntermediateDirectories: true)
    }
    if place == .readOnlyFolder { try #require(chmod(sandbox.file, 0o400) == 0) }
    if place == .readOnlyFolder || place == .emptyReadOnlyFolder {
      try #require(chmod(sandbox.folder, 0o500) == 0)
    }
    defer { _ = chmod(sandbox.folder, 0o700) }
    let before = try sandbox.snapshot()
    for (words, exits) in Self.commands {
      var launch = try sandbox.launch([], through: .withoutPrivileges)
      launch.variables["MONIKER_STORE"] = store.isPropertyList ? "plist" : "sqlite"
      launch.words += words
      // The reader closes after the first line, which ends `watch`.
      if words == ["watch"] {
        launch.words = .shell(#""$0" "$@" | head -n 1"#) + launch.words
      }
      let (ending, calls) = try await sandbox.changes(by: launch)
      ending.expect(exit: place.hasStore ? exits.with : exits.without)
      #expect(calls == [], "\(words)")
      let after = try sandbox.snapshot()
      #expect(after == before, "\(words) left \(after)")
    }
  }

  /// Mounts the home read-only.
  private static let readOnly = [String].mounting(
    #"mount --bind "$HOME" "$HOME" && mount -o remount,bind,ro "$HOME" && cd / && exec "$0" "$@""#
  )

  @Test(arguments: StoreForm.kinds)
  func `works on a read-only file system, where a write reports the cause`(store: StoreForm)
    async throws
  {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try await sandbox.expectAnswers(through: Self.readOnly)
    try await sandbox.expect(
      .denied(sandbox.file, "Read-only file system"),
      of: Sandbox.writing,
      through: Self.readOnly
    )
    // Signing out an account that is signed out writes nothing.
    try await sandbox.moniker("logout").expect(exit: 0)
    let logout = try await sandbox.moniker("logout", through: Self.readOnly)
    logout.expect(exit: 0, errors: "")
    #expect(logout.outputText.hasPrefix("Nobody was signed in.\n"), "\(logout)")
  }

  @Test(arguments: StoreForm.kinds)
  func `works on a read-only file system without a store`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("whoami", through: Self.readOnly).expect(exit: 4, output: "")
    try await sandbox.moniker("accounts", "list", through: Self.readOnly).expect(exit: 0)
    try await sandbox.expect(
      .denied(sandbox.home.path, "Read-only file system"),
      of: [["login", "hong"], ["accounts", "add", "hong"]],
      through: Self.readOnly
    )
    #expect(sandbox.home.contents.isEmpty)
  }

  /// Permissions that the owner has removed are not circumvented, for example by replacing the
  /// file.
  @Test(arguments: StoreForm.kinds, [0o700, 0o500] as [mode_t])
  func `is all that a read-only store allows`(
    store: StoreForm,
    folder: mode_t
  ) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try #require(chmod(sandbox.file, 0o400) == 0)
    try #require(chmod(sandbox.folder, folder) == 0)
    defer { _ = chmod(sandbox.folder, 0o700) }
    try await sandbox.expectAnswers(through: .withoutPrivileges)
    try await sandbox.expect(
      .denied(sandbox.file, "cannot write it: Permission denied"),
      of: Sandbox.writing,
      through: .withoutPrivileges
    )
  }

  @Test(arguments: StoreForm.kinds)
  func `is all that a read-only folder allows`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    try #require(chmod(sandbox.folder, 0o500) == 0)
    defer { _ = chmod(sandbox.folder, 0o700) }
    try await sandbox.expectAnswers(through: .withoutPrivileges)
    try await sandbox.expect(
      .denied(sandbox.folder, "Permission denied"),
      of: Sandbox.writing,
      through: .withoutPrivileges
    )
  }
}
