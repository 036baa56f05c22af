import Glibc

extension [String] {
  /// A shell that runs `script`, in which `"$0" "$@"` is the program with its arguments.
  static func shell(_ script: String) -> [String] {
    ["/bin/sh", "-c", script]
  }

  /// A shell that can mount file systems in a private namespace.
  static func mounting(_ script: String) -> [String] {
    // A user other than root becomes root in a new user namespace.
    ["unshare", getuid() == 0 ? "--mount" : "--map-root-user", "--mount"] + shell(script)
  }

  /// Makes system calls of the program fail with one error.
  ///
  /// - Parameters:
  ///   - when: which of the calls, in strace's notation: `3+` is the third and those after it.
  ///   - path: the file of the calls; nil for any.
  static func failing(
    _ call: String,
    with error: String,
    when: String = "1+",
    on path: String? = nil
  ) -> [String] {
    [
      "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + call,
      "-e", "inject=\(call):error=\(error):when=\(when)",
    ] + (path.map { ["-P", $0] } ?? [])
  }

  /// Delays each thread of the program before futex calls, so that nearly simultaneous operations
  /// of two threads run in another order than usual.
  static let slowThreads = [
    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=futex",
    "-e", "inject=futex:delay_enter=20000:when=1+",
  ]

  /// Runs the program under a clock that stands still, in UTC: `2026-01-31 08:00:00`.
  static func clock(at time: String) -> [String] { ["env", "TZ=UTC", "faketime", "-f", time] }

  /// Runs the program as a user bound by permissions.
  ///
  /// Root loses the capabilities to bypass permissions, and is then only the owner of its files;
  /// any other user is bound already.
  static var withoutPrivileges: [String] {
    getuid() == 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : []
  }
}
