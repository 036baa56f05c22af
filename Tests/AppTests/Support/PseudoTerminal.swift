import Glibc

/// A pseudo-terminal at which a test types.
final class PseudoTerminal: Sendable {
  /// The path of the end that a program opens.
  let path: String

  private let person: OwnedDescriptor

  init() throws {
    person = try OwnedDescriptor(
      "make a terminal",
      open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    )
    // The calls of unlockpt(3) and ptsname(3), which Swift does not import; the numbers are those
    // of TIOCSPTLCK and TIOCGPTN in asm-generic/ioctls.h.
    var locked: Int32 = 0
    var number: UInt32 = 0
    guard ioctl(person.number, 0x4004_5431, &locked) == 0,
      ioctl(person.number, 0x8004_5430, &number) == 0
    else { throw ChildProcess.Failure(action: "make a terminal", code: errno) }
    path = "/dev/pts/\(number)"
  }

  /// Types each time its prompt has appeared, and reads until every program has closed the
  /// terminal.
  ///
  /// - Returns: all output, with typed keys as far as the terminal echoes them.
  func converse(_ typing: [Typing], until deadline: ContinuousClock.Instant) -> [UInt8] {
    var rest = typing[...]
    var transcript: [UInt8] = []
    var seen = 0
    while let chunk = read(until: deadline) {
      transcript += chunk
      while let next = rest.first,
        let end = transcript[seen...].end(of: Array(next.prompt.utf8))
      {
        seen = end
        rest.removeFirst()
        _ = write(person.number, next.keys, next.keys.count)
      }
    }
    return transcript
  }

  /// Reads new output; nil at the end and at the deadline.
  private func read(until deadline: ContinuousClock.Instant) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      let left = ContinuousClock.now.duration(to: deadline).timeInterval
      guard left > 0 else { return nil }
      var events = pollfd(fd: person.number, events: Int16(POLLIN), revents: 0)
      guard poll(&events, 1, Int32(left * 1000) + 1) > 0 else { continue }
      let count = Glibc.read(person.number, &bytes, bytes.count)
      if count > 0 { return Array(bytes.prefix(count)) }
      // EIO: no program has the other end open.
      if count == 0 || errno != EINTR { return nil }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The index after the first occurrence of `pattern`.
  fileprivate func end(of pattern: [UInt8]) -> Int? {
    guard count >= pattern.count else { return nil }
    return (startIndex...(endIndex - pattern.count)).first { self[$0...].starts(with: pattern) }
      .map { $0 + pattern.count }
  }
}
