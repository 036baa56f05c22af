import Testing

/// The exit status of a process, and its output.
struct Ending: Sendable, CustomStringConvertible {
  enum Status: Hashable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  let status: Status

  /// All bytes of standard output.
  let output: [UInt8]

  /// All bytes of standard error, or of the terminal if there was one.
  let errors: [UInt8]

  /// The duration of the process.
  let duration: Duration

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }

  var description: String {
    "\(status), output \(outputText.debugDescription), errors \(errorText.debugDescription)"
  }

  /// Checks the exit status and, if they are given, the whole outputs.
  ///
  /// - Returns: the ending itself, for further checks.
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
