import Foundation
import Glibc
import MonikerDoubles
import Testing

@Suite struct `A project file` {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private func write(_ text: String, in folder: String, mode: Int = 0o600) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = folder + "/.moniker"
    try Data(text.utf8).write(to: URL(filePath: file))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
  }

  private func moniker(
    _ words: String...,
    in folder: String,
    through wrapper: [String] = []
  ) async throws -> Ending {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try await sandbox.launch(words, through: wrapper) { $0.folder = folder }.run()
  }

  private func signIn(_ names: String...) async throws {
    for name in names { try await sandbox.moniker("login", name).expect(exit: 0) }
  }

  @Test func `of the nearest folder decides, up to the home folder`() async throws {
    try await signIn("outer", "inner", "homely", "active")
    let home = sandbox.home.path
    let work = home + "/work"
    try await moniker("whoami", in: work + "/a/b").expect(exit: 0, output: "active\n")
    try write("as = homely\n", in: home)
    try await moniker("whoami", in: work + "/a/b").expect(exit: 0, output: "homely\n")
    try write("as = outer\n", in: work)
    try await moniker("whoami", in: work + "/a/b").expect(exit: 0, output: "outer\n")
    try write("as = inner\n", in: work + "/a")
    try await moniker("whoami", in: work + "/a/b").expect(exit: 0, output: "inner\n")
    try await moniker("whoami", in: work + "/c").expect(exit: 0, output: "outer\n")
    let status = try await moniker("status", "--json", in: work + "/a/b").document()
    let rules = try #require(status["actingAccountRules"] as? [[String: Any]])
    #expect(rules.map { $0["location"] as? String } == [work + "/a/.moniker"])
  }

  @Test func `above the home folder has no effect`() async throws {
    try await signIn("active")
    let home = sandbox.home.path + "/home"
    try write("as = nobody\n", in: sandbox.home.path)
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let variables = ["HOME": home, "MONIKER_HOME": sandbox.home.path + "/.local/share/moniker"]
    for folder in [home, home + "/a"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try await sandbox.launch(["whoami"], variables: variables) { $0.folder = folder }.run()
        .expect(exit: 0, output: "active\n")
    }
  }

  @Test(arguments: [
    "as = Hong Gildong", "\n# who\n  as=Hong Gildong  \r\n\n", "as\t=\tHong Gildong\n#as = x\n",
  ])
  func `has one line that names an account`(text: String) async throws {
    try await signIn("Hong Gildong", "active")
    let folder = sandbox.home.file("work")
    try write(text, in: folder, mode: 0o644)
    try await moniker("whoami", in: folder).expect(exit: 0, output: "Hong Gildong\n")
  }

  @Test(
    arguments: [
      "", "# nothing\n", "as\n", "as =\n", "as = \n", "who = mina\n", "as = a\nas = b\n", "mina\n",
      "As = mina\n", "as: mina\n", "[user]\nas = mina\n", "as = a\nx\n",
      "as = " + String(repeating: "x", count: 5_000), String(repeating: "\n", count: 70_000),
    ],
    ["whoami", "status", "logout", "rename"]
  )
  func `that is malformed fails the command`(text: String, command: String) async throws {
    try await signIn("mina")
    let folder = sandbox.home.file("work")
    try write(text, in: folder)
    let words = [command] + (command == "rename" ? ["new"] : [])
    let ending = try await sandbox.launch(words) { $0.folder = folder }.run()
    ending.expect(exit: 78, output: "")
    #expect(ending.errorText.contains(folder + "/.moniker"), "\(ending)")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "mina\n")
  }

  enum Fault: String, CaseIterable {
    case groupWritable, otherWritable, othersFile, link, danglingLink, folder, fifo, bytes
  }

  @Test(arguments: Fault.allCases)
  func `that others may write, or that is no regular file, fails the command`(fault: Fault)
    async throws
  {
    try await signIn("mina")
    let folder = sandbox.home.file("work")
    let file = folder + "/.moniker"
    try write("as = mina\n", in: folder)
    switch fault {
    case .groupWritable: try #require(chmod(file, 0o620) == 0)
    case .otherWritable: try #require(chmod(file, 0o602) == 0)
    case .othersFile:
      try requireRoot()
      try #require(chown(file, 1, 1) == 0)
    case .link, .danglingLink:
      try #require(rename(file, folder + "/other") == 0)
      try #require(symlink(fault == .link ? "other" : "nowhere", file) == 0)
    case .folder, .fifo:
      try #require(unlink(file) == 0)
      try #require(fault == .folder ? mkdir(file, 0o700) == 0 : mkfifo(file, 0o600) == 0)
    case .bytes: try Data([0x61, 0x73, 0x3D, 0xFF]).write(to: URL(filePath: file))
    }
    for command in ["whoami", "status"] {
      let ending = try await moniker(command, in: folder)
      ending.expect(exit: 78, output: "")
      #expect(ending.errorText.contains(file), "\(ending)")
      let isLink = [.link, .danglingLink].contains(fault)
      #expect(ending.errorText.contains("links are not followed") == isLink, "\(ending)")
      let json = try await moniker(command, "--json", in: folder).expect(exit: 78)
      #expect(try json.error().code == "configuration")
    }
  }

  @Test func `that cannot be read fails the command`() async throws {
    try await signIn("mina")
    let folder = sandbox.home.file("work")
    try write("as = mina\n", in: folder, mode: 0)
    try await moniker("whoami", in: folder, through: .withoutPrivileges).expect(
      exit: 78,
      output: ""
    )
  }

  @Test(arguments: [
    // The folder's name is not UTF-8, its path is too long, or it was removed.
    "mkdir gone; cd gone; rmdir ../gone",
    #"mkdir $(printf 'caf\351'); cd $(printf 'caf\351')"#,
    "for n in $(seq 30); do mkdir $(printf %0200d 1); cd $(printf %0200d 1); done",
  ])
  func `decides in a folder of any name`(change: String) async throws {
    try await signIn("mina", "active")
    let folder = sandbox.home.file("work")
    try write("as = mina\n", in: folder)
    let shell = [String].shell(change + #"; exec "$0" "$@""#)
    try await moniker("whoami", in: folder, through: shell).expect(exit: 0, output: "mina\n")
  }

  @Test func `that cannot be searched for fails the command`() async throws {
    let change = "mkdir -p a/b; cd a/b; chmod 0 ../../a"
    try await signIn("mina", "active")
    let folder = sandbox.home.file("work")
    try write("as = mina\n", in: folder)
    let shell = [String].shell(change + #"; exec "$0" "$@""#)
    let ending = try await moniker("whoami", in: folder, through: .withoutPrivileges + shell)
    ending.expect(exit: 78, output: "")
    #expect(ending.errorText.contains(folder), "\(ending)")
    _ = chmod(folder + "/a", 0o700)
  }

  @Test func `is the last one written, of several concurrent ones`() async throws {
    let folder = sandbox.home.file("work")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let script = #"for n in $(seq 10); do "$0" "$@" -q 2>/dev/null || exit; done"#
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in ["a", "b", "c"] {
        group.addTask {
          try await moniker("use", name, in: folder, through: .shell(script)).expect(exit: 0)
        }
      }
      try await group.waitForAll()
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [".moniker"])
  }

  @Test func `is not written into another user's folder`() async throws {
    try requireRoot()
    let folder = sandbox.home.file("others")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(chown(folder, 1, 1) == 0)
    try await moniker("use", "mina", in: folder).expect(exit: 77, output: "")
  }

  @Test func `in another user's folder is ignored`() async throws {
    try requireRoot()
    try await signIn("active")
    let folder = sandbox.home.file("others")
    try write("as = nobody\n", in: folder)
    try #require(chown(folder, 1, 1) == 0)
    for place in [folder, folder + "/mine"] {
      try await moniker("whoami", in: place).expect(exit: 0, output: "active\n")
    }
  }

  @Test func `is written into the current folder by use`() async throws {
    try await signIn("Hong Gildong", "active")
    let folder = sandbox.home.file("work")
    let use = try await moniker("use", " Hong Gildong ", in: folder).expect(exit: 0, errors: "")
    #expect(use.outputText.contains(folder + "/.moniker"))
    #expect(
      try String(contentsOfFile: folder + "/.moniker", encoding: .utf8) == "as = Hong Gildong\n"
    )
    try await moniker("whoami", in: folder).expect(exit: 0, output: "Hong Gildong\n")
    try await sandbox.moniker("whoami").expect(exit: 0, output: "active\n")
    // An account that is not signed in replaces the one named before.
    let later = try await moniker("use", "later", "--json", in: folder).expect(exit: 0)
    #expect(later.errorText.contains("notice"))
    #expect(try later.document()["signedIn"] as? Bool == false)
    try await moniker("whoami", in: folder).expect(exit: 4, output: "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [".moniker"])
  }

  @Test func `that was changed before the folder could be synced is not said to be as before`()
    async throws
  {
    try await signIn("mina")
    let folder = sandbox.home.file("work")
    // The file is synced first, then the folder.
    let failing = { (number: Int) in [String].failing("fsync", with: "EIO", when: "\(number)") }
    let first = try await moniker("use", "mina", in: folder, through: failing(1)).expect(exit: 74)
    #expect(first.errorText.hasSuffix("Nothing was changed.\n"))
    try await moniker("whoami", "--json", in: folder).expect(exit: 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    let second = try await moniker("use", "mina", in: folder, through: failing(2)).expect(exit: 74)
    #expect(second.errorText.contains("\(folder)/.moniker"))
    #expect(second.errorText.contains("the change was made"))
    #expect(!second.errorText.contains("Nothing was changed"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [".moniker"])
    let removal = try await moniker("use", "--remove", in: folder, through: failing(1))
      .expect(exit: 74)
    #expect(removal.errorText.contains("\(folder)/.moniker"))
    #expect(!removal.errorText.contains("Nothing was changed"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func `is removed by use, if it is in the current folder`() async throws {
    try await signIn("mina", "active")
    let folder = sandbox.home.file("work")
    try await moniker("use", "mina", in: folder).expect(exit: 0)
    let above = try await moniker("use", "--remove", "--json", in: folder + "/a").expect(exit: 0)
    #expect(try above.document()["removed"] as? Bool == false)
    try await moniker("whoami", in: folder + "/a").expect(exit: 0, output: "mina\n")
    let removal = try await moniker("use", "--remove", in: folder).expect(exit: 0, errors: "")
    #expect(removal.outputText == "Removed \(folder)/.moniker.\n")
    try await moniker("whoami", in: folder).expect(exit: 0, output: "active\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a"])
    try write("as = b\0x\n", in: folder)
    try await moniker("whoami", in: folder).expect(exit: 78)
    // What cannot be read can be removed, too.
    try write("nonsense", in: folder)
    try await moniker("whoami", in: folder).expect(exit: 78)
    let document = try await moniker("use", "--remove", "--json", in: folder).expect(exit: 0)
      .document()
    #expect(document["removed"] as? Bool == true)
    #expect(document["location"] as? String == folder + "/.moniker")
    try await moniker("whoami", in: folder).expect(exit: 0, output: "active\n")
    for words in [["use"], ["use", "mina", "--remove"]] {
      try await sandbox.launch(words) { $0.folder = folder }.run().expect(exit: 64, output: "")
    }
    try #require(mkdir(folder + "/.moniker", 0o700) == 0)
    try await moniker("use", "--remove", in: folder).expect(exit: 74, output: "")
  }

  @Test func `is not written for an invalid nickname, nor over anything but a regular file`()
    async throws
  {
    let folder = sandbox.home.file("work")
    try await moniker("use", "a\tb", in: folder).expect(exit: 65, output: "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    try #require(mkdir(folder + "/.moniker", 0o700) == 0)
    try await moniker("use", "mina", in: folder).expect(exit: 74, output: "")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [".moniker"])
  }
}
