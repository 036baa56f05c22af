import Glibc
import MonikerDomain
import MonikerPresentation

/// What the program takes from outside: variables, clock, identities, place.
///
/// Everything else is handed what it needs from here.
struct Environment: Sendable {
  /// The value of an environment variable; nil if it is not set or empty.
  ///
  /// It throws for a value that is not UTF-8: repaired, it would name another file.
  let variable: @Sendable (String) throws(Problem) -> String?

  /// The folder that relative paths start from; nil if it cannot be told.
  let workingFolder: @Sendable () -> String?

  /// Whose files are trusted: the effective user of this process.
  let userID: UInt32

  let now: @Sendable () -> Timestamp
  let newAccountID: @Sendable () -> AccountID
  let newSessionID: @Sendable () -> SessionID
  let origin: Origin

  /// Where the stores make their blocking calls; nil for threads of their own.
  var blockingCalls: (any SerialExecutor)?

  /// Those of this process.
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
      newAccountID: randomUUID,
      newSessionID: randomUUID,
      origin: Origin(host: host(), terminal: terminal())
    )
  }

  /// A UUID of version 4: 122 random bits (RFC 9562, section 5.4).
  @Sendable private static func randomUUID<Subject>() -> Identifier<Subject> {
    Identifier(
      high: UInt64.random(in: .min ... .max) & ~0xF000 | 0x4000,
      low: UInt64.random(in: .min ... .max) & ~(0b11 << 62) | 0b10 << 62
    )
  }

  private static func host() -> String? {
    var name = utsname()
    guard uname(&name) == 0 else { return nil }
    return withUnsafeBytes(of: name.nodename) { bytes in
      String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The name of the terminal that the person sits at, without `/dev/`.
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
