import Testing

/// How a process has ended, and what it wrote.
struct Ending: Sendable, CustomStringConvertible {
  enum Status: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  let status: Status

  /// Everything that came on standard output.
  let output: [UInt8]

  /// Everything that came on standard error, or on the terminal where there was one.
  let errors: [UInt8]

  /// How long the process was there.
  let duration: Duration

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }

  var description: String {
    "\(status), output \(outputText.debugDescription), errors \(errorText.debugDescription)"
  }

  /// Checks the exit status and, where they are given, all that was written.
  ///
  /// - Returns: the ending itself, to look at more of it.
  @discardableResult
  func expect(
    exit: Int32,
    output: String? = nil,
    errors: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Ending {
    #expect(status == .exited(exit), "\(self)", sourceLocation: sourceLocation)
    if let output {
      #expect(self.output == Array(output.utf8), "\(self)", sourceLocation: sourceLocation)
    }
    if let errors {
      #expect(self.errors == Array(errors.utf8), "\(self)", sourceLocation: sourceLocation)
    }
    return self
  }
}
