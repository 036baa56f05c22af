#if Server
import Foundation
import Glibc

/// Why there is no server to test with.
public struct ClusterError: Error, CustomStringConvertible {
  /// What is wrong.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// The programs of PostgreSQL, and the user that they run as.
struct PostgreSQLPrograms: Sendable {
  /// The folder of the programs.
  let folder: String

  /// The user and the group that a server runs as; nil for those of this process.
  ///
  /// PostgreSQL refuses to run as root.
  let owner: (user: uid_t, group: gid_t)?

  /// Finds the programs of the latest version.
  init() throws {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    let latest = versions.compactMap { Int($0) }.max()
    guard let latest, FileManager.default.isExecutableFile(atPath: "\(root)/\(latest)/bin/initdb")
    else {
      throw ClusterError("There is no PostgreSQL in \(root): scripts/test installs it.")
    }
    folder = "\(root)/\(latest)/bin"
    guard geteuid() == 0 else {
      owner = nil
      return
    }
    guard let entry = getpwnam("postgres") ?? getpwnam("nobody") else {
      throw ClusterError(
        "There is no user postgres or nobody, and PostgreSQL does not run as root."
      )
    }
    owner = (entry.pointee.pw_uid, entry.pointee.pw_gid)
  }

  /// The words of a command that runs one of the programs as their user.
  func command(_ name: String, _ arguments: [String]) -> [String] {
    let program = ["\(folder)/\(name)"] + arguments
    guard let owner else { return program }
    return [
      "setpriv", "--reuid", "\(owner.user)", "--regid", "\(owner.group)", "--clear-groups", "--",
    ] + program
  }

  /// Runs one of the programs to its end.
  ///
  /// - Parameter outputPath: a file for its output.
  /// - Throws: with its output, if it fails.
  func run(_ name: String, _ arguments: [String], outputPath: String) throws {
    let process = try start(command(name, arguments), outputPath: outputPath)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      let text = try? String(contentsOfFile: outputPath, encoding: .utf8)
      throw ClusterError("\(name) failed: \(text ?? "")")
    }
  }
}

/// Starts a program in the folder `/`, without the class of Foundation: that would wait for the end of the
/// server that a program has started, too.
///
/// - Parameters:
///   - words: the program, found by PATH, and its arguments.
///   - input: a descriptor for its standard input; nil for none.
///   - outputPath: a file for its output.
func start(_ words: [String], input: Int32? = nil, outputPath: String) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  if let input {
    posix_spawn_file_actions_adddup2(&actions, input, 0)
  } else {
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  }
  posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  posix_spawn_file_actions_adddup2(&actions, 1, 2)
  // A server that inherited the socket by which Foundation hears of the end of another process would keep that
  // one a zombie, on which the monitor of exit tests then waits forever.
  // Swift does not import definitions that need _GNU_SOURCE, such as this one of spawn.h.
  typealias CloseFrom =
    @convention(c) (
      UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
    ) -> Int32
  guard let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np"),
    unsafeBitCast(closeFrom, to: CloseFrom.self)(&actions, 3) == 0
  else { throw ClusterError("\(words[0]) would inherit descriptors.") }
  let words = ["env", "-C", "/"] + words
  var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
  defer { for text in arguments { free(text) } }
  var process: pid_t = 0
  let code = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
  guard code == 0 else { throw ClusterError("\(words[0]) cannot be run: \(code)") }
  return process
}
#endif
