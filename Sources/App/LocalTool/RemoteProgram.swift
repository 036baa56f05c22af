import Glibc
import MonikerDomain
import MonikerFiles
import MonikerPresentation
import MonikerTool

/// The program that reaches services, which this process becomes: its libraries would make this one larger.
struct RemoteProgram: ServiceConnector {
  private static let name = "moniker-remote"

  /// Becomes the program, with the same arguments.
  ///
  /// - Throws: a problem if it is not there, cannot be trusted, or cannot be run.
  func open(_ request: ServiceRequest) throws(Problem) -> OpenService {
    let path = try find()
    // Tasks run on threads that block signals, and the program would inherit that.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    execv(path, CommandLine.unsafeArgv)
    let reason = String(cString: strerror(errno))
    throw Problem(.failure, "The program \(path.visible) cannot be run: \(reason).")
  }

  /// The path of the program: beside this one, or in `../libexec/moniker`.
  ///
  /// It is never looked for in PATH, where another user could have put it.
  private func find() throws(Problem) -> String {
    guard let own = Self.ownPath else {
      throw Problem(.configuration, "The path of this program cannot be determined.")
    }
    let folder = StoreFile(path: own).folder
    let paths = [
      "\(folder)/\(Self.name)",
      "\(StoreFile(path: folder).folder)/libexec/moniker/\(Self.name)",
    ]
    for path in paths {
      do throws(StoreFailure) {
        if try StoreFile(path: path, isGuarded: true, makesParents: true).exists() { return path }
      } catch {
        throw Problem(
          .permissionDenied,
          "The program \(path.visible) is not run: \(error.detail.visible). "
            + "It must belong to you or to root, and no other user may be able to change it."
        )
      }
    }
    throw Problem(
      .configuration,
      "The program \(Self.name), which reaches services, is not installed: it is neither in "
        + paths.map { StoreFile(path: $0).folder.visible }.joined(separator: " nor in ")
        + ". Install it with scripts/install, or with the package moniker."
    )
  }

  private static var ownPath: String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    guard count > 0, count < bytes.count else { return nil }
    return String(validating: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
