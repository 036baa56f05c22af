import Foundation
import MonikerDoubles
import Testing

/// The program, with all of its system calls that could change a file written down.
@Suite struct `Asking who is signed in` {
  private static let calls = """
    open,openat,openat2,creat,write,pwrite64,writev,pwritev,pwritev2,truncate,ftruncate,fallocate,rename,\
    renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,mknod,mknodat,\
    chmod,fchmod,fchmodat,chown,fchown,utimensat,fsync,fdatasync,sendfile,copy_file_range,setxattr
    """

  /// The calls of a `whoami` that changed the home, or could have.
  private func changes(
    by words: [String] = ["whoami"],
    in sandbox: Sandbox
  ) async throws -> [Substring] {
    let trace = try TemporaryFolder()
    let log = trace.file("trace")
    let strace = ["strace", "-f", "-qq", "-o", log, "-e", "trace=" + Self.calls, "-y"]
    try await sandbox.launch(words, through: strace).run().expect(exit: 0)
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    // It has been traced: the answer was written.
    #expect(lines.contains { $0.contains("write(1<") }, "\(lines)")
    return lines.filter { line in
      guard line.contains(sandbox.home.path) else { return false }
      let isOpening = line.contains(" open")
      return !isOpening || line.contains("O_RDWR") || line.contains("O_WRONLY")
        || line.contains("O_CREAT") || line.contains("O_TRUNC")
    }
  }

  @Test(arguments: StoreForm.kinds)
  func `changes no file, and makes none`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let before = sandbox.home.contents
    #expect(try await changes(in: sandbox) == [])
    #expect(sandbox.home.contents == before)
    // What does change something is seen.
    #expect(try await !changes(by: ["rename", "hong"], in: sandbox).isEmpty)
  }

  @Test(arguments: StoreForm.kinds)
  func `changes no file either for a session that slides and was seen a moment ago`(
    store: StoreForm
  ) async throws {
    let sandbox = try Sandbox(store)
    let login = ["login", "mina", "--expires-in", "8h", "--sliding"]
    try await sandbox.launch(login).run().expect(exit: 0)
    #expect(try await changes(in: sandbox) == [])
    // Two minutes later it is renewed, and so does change something.
    let later = ["faketime", "-f", "+2m"]
    try await sandbox.moniker("whoami", through: later).expect(exit: 0)
    let status = try await sandbox.moniker("status", "--json", through: later).expect(exit: 0)
    #expect((try status.document()["remainingSeconds"] as? Int ?? 0) > 28_800 - 60)
  }

  @Test(arguments: StoreForm.kinds)
  func `works where nothing can be written`(store: StoreForm) async throws {
    let sandbox = try Sandbox(store)
    try await sandbox.moniker("login", "mina").expect(exit: 0)
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o400], ofItemAtPath: sandbox.file)
    try manager.setAttributes([.posixPermissions: 0o500], ofItemAtPath: sandbox.folder)
    defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: sandbox.folder) }
    try await sandbox.moniker("whoami", through: .withoutPrivileges)
      .expect(exit: 0, output: "mina\n", errors: "")
  }
}
