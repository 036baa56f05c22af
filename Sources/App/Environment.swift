import Glibc
import MonikerDomain
import MonikerPresentation

/// The program's inputs from the system: variables, working folder, user, clock, random IDs, origin.
///
/// All other code receives them as parameters.
struct Environment: Sendable {
  /// Returns the value of an environment variable; nil if it is not set or empty.
  ///
  /// It throws for a value that is not UTF-8: a repaired value would name another file.
  let variable: @Sendable (String) throws(Problem) -> String?

  /// Returns the working folder; nil if the system does not report it or it is not UTF-8.
  let workingFolder: @Sendable () -> String?

  /// The effective user of the process, whose files are trusted.
  let userID: UInt32

  let now: @Sendable () -> Timestamp

  /// Returns 64 random bits.
  let random: @Sendable () -> UInt64
  let origin: Origin

  /// The executor of the stores' blocking calls; nil for one with threads of its own.
  var blockingCalls: (any SerialExecutor)?

  /// The owner of the stores: this process.
  var owner: StoreOwner {
    StoreOwner(now: now, random: random)
  }

  /// The environment of this process.
  static var process: Environment {
    Environment(
      variable: { name throws(Problem) in
        guard let bytes = getenv(name), bytes.pointee != 0 else { return nil }
        guard let value = String(validatingCString: bytes) else {
          throw Problem(.configuration, "The variable \(name) is not UTF-8. Set it in UTF-8.")
        }
        return value
      },
      workingFolder: {
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return String(validatingCString: folder)
      },
      userID: geteuid(),
      now: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(
          millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        )
      },
      random: { .random(in: .min ... .max) },
      origin: Origin(host: host(), terminal: terminal())
    )
  }

  private static func host() -> String? {
    var name = utsname()
    guard uname(&name) == 0 else { return nil }
    return withUnsafeBytes(of: name.nodename) { bytes in
      String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The name of the terminal of a standard stream, without `/dev/`; nil if none is a terminal.
  private static func terminal() -> String? {
    for descriptor in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] {
      guard let name = ttyname(descriptor).flatMap({ String(validatingCString: $0) }) else {
        continue
      }
      return name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name
    }
    return nil
  }
}
