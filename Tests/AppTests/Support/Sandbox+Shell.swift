import Glibc

extension [String] {
  /// A shell that runs `script`, in which `"$0" "$@"` is the program with its arguments.
  static func shell(_ script: String) -> [String] {
    ["/bin/sh", "-c", script]
  }

  /// A user whom permissions bind.
  ///
  /// Root is taken the capabilities to go past them, and so becomes
  /// the owner of its files and nothing more; everybody else is that already.
  static var withoutPrivileges: [String] {
    getuid() == 0 ? ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : []
  }
}
