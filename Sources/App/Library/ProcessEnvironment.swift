import Glibc
package import MonikerDomain

/// What the system tells a process.
package enum ProcessEnvironment {
  /// The value of an environment variable; nil if it is not set or empty.
  ///
  /// - Throws: ``SettingError`` for a value that is not UTF-8: a repaired value would name another file.
  package static func variable(_ name: String) throws(SettingError) -> String? {
    guard let bytes = getenv(name), bytes.pointee != 0 else { return nil }
    guard let value = String(validatingCString: bytes) else {
      throw SettingError("The variable \(name) is not UTF-8.", "Set it in UTF-8.")
    }
    return value
  }

  /// The working folder; nil if the system does not report it or it is not UTF-8.
  package static var workingFolder: String? {
    guard let folder = getcwd(nil, 0) else { return nil }
    defer { free(folder) }
    return String(validatingCString: folder)
  }

  /// The time of the system's clock.
  package static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(
      millisecondsSince1970: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    )
  }

  /// 64 bits of the system's secure random source.
  package static func random() -> UInt64 { .random(in: .min ... .max) }

  /// The host, and the terminal of a standard stream.
  package static var origin: Origin { Origin(host: host(), terminal: terminal()) }

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
      // Several threads may ask at once.
      var bytes = [CChar](repeating: 0, count: 256)
      guard ttyname_r(descriptor, &bytes, bytes.count) == 0,
        let name = bytes.withUnsafeBufferPointer({ buffer in
          buffer.baseAddress.flatMap { String(validatingCString: $0) }
        })
      else { continue }
      return name.hasPrefix("/dev/") ? String(name.dropFirst(5)) : name
    }
    return nil
  }
}
