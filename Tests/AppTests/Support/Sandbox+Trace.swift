import Foundation
import MonikerDoubles
import Testing

extension Sandbox {
  private static let calls = """
    open,openat,openat2,creat,write,pwrite64,writev,pwritev,pwritev2,truncate,ftruncate,fallocate,rename,\
    renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,mknod,mknodat,\
    chmod,fchmod,fchmodat,chown,fchown,utimensat,fsync,fdatasync,sendfile,copy_file_range,setxattr
    """

  /// Runs a program with a trace of all system calls that can change a file.
  ///
  /// - Returns: its ending, and the calls that changed the home, or could have.
  func changes(by launch: Launch) async throws -> (ending: Ending, calls: [Substring]) {
    let trace = try TemporaryFolder()
    let log = trace.file("trace")
    var launch = launch
    launch.words =
      ["strace", "-f", "-qq", "-o", log, "-e", "trace=" + Self.calls, "-y"] + launch.words
    let ending = try await launch.run()
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    // Every traced run writes its answer.
    #expect(lines.contains { $0.contains("write(") }, "\(lines)")
    let changing = lines.filter { line in
      guard line.contains(home.path) else { return false }
      let isOpening = line.contains(" open")
      return !isOpening || line.contains("O_RDWR") || line.contains("O_WRONLY")
        || line.contains("O_CREAT") || line.contains("O_TRUNC")
    }
    return (ending, changing)
  }
}
