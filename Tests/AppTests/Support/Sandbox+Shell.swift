import Glibc

extension [String] {
  /// A shell that runs `script`, in which `"$0" "$@"` is the program with its arguments.
  static func shell(_ script: String) -> [String] {
    ["/bin/sh", "-c", script]
  }

  /// A shell likewise, in which file systems can be mounted that nobody else sees.
  static func mounting(_ script: String) -> [String] {
    // Whoever is not root becomes so in a namespace of its own.
    ["unshare", getuid() == 0 ? "--mount" : "--map-root-user", "--mount"] + shell(script)
  }

  /// Has system calls of the program fail, each with the same error.
  ///
  /// - Parameters:
  ///   - when: which of the calls, as strace counts them: `3+` is the third and those after it.
  ///   - path: the file that they are about; nil for any.
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

  /// Has threads of the program wait before they call what wakes others, so that what two of them do at
  /// nearly the same time is done in another order than usual.
  static let slowThreads = [
    "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=futex",
    "-e", "inject=futex:delay_enter=20000:when=1+",
  ]

  /// The program under a clock that stands still, in UTC: `2026-01-31 08:00:00`.
  static func clock(at time: String) -> [String] { ["env", "TZ=UTC", "faketime", "-f", time] }

  /// A user whom permissions bind.
  ///
  /// Root is taken the capabilities to go past them, and so becomes
  /// the owner of its files and nothing more; everybody else is that already.
  static var withoutPrivileges: [String] {
    getuid() == 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : []
  }
}
