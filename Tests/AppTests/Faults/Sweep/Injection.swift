/// A fault, and where it strikes.
enum Injection: Sendable, CustomStringConvertible {
  /// At the n-th of all calls of a name that are traced, from 1 on.
  case call(Fault, name: String, ordinal: Int)

  /// At the n-th write of the answer, with no other call traced: it comes from another thread than what the
  /// store writes, and strace counts the calls of each thread by themselves.
  case answer(Fault, ordinal: Int)

  /// At whatever goes past so many bytes of a file: what is before them is written, a short write, and the
  /// next one fails, or ends the process if it does not ignore the signal that says so.
  case fileSize(Int, signal: Bool)

  /// What makes it happen, between the options of strace and the program.
  var options: [String] {
    switch self {
    case .call(let fault, let name, let ordinal):
      ["-e", "inject=\(name):\(fault.order):when=\(ordinal)"]
    case .answer(let fault, let ordinal):
      ["-e", "inject=write:\(fault.order):when=\(ordinal)"]
    case .fileSize(let bytes, let signal):
      // Inside of strace, whose own file must not be limited.
      [
        "/bin/sh", "-c", (signal ? "" : "trap '' XFSZ; ") + #"exec prlimit --fsize="$0" "$@""#,
        String(bytes),
      ]
    }
  }

  /// Whether messages are cut off, too: they go to a file.
  var cutsMessages: Bool {
    if case .fileSize(let bytes, _) = self { bytes < 1_000 } else { false }
  }

  var description: String {
    switch self {
    case .call(let fault, let name, let ordinal): "\(fault.rawValue) at \(name) \(ordinal)"
    case .answer(let fault, let ordinal): "\(fault.rawValue) at write \(ordinal) of the answer"
    case .fileSize(let bytes, let signal):
      "no file longer than \(bytes) bytes" + (signal ? ", by signal" : "")
    }
  }

  /// Which of the traced calls it has struck, as positions in the run's calls.
  func struck(in run: TracedRun) -> [Int] {
    run.calls.indices.filter { position in
      let call = run.calls[position]
      switch self {
      case .call(.kill, let name, _): return call.name == name && call.result == nil
      case .answer(.kill, _): return call.name == "write" && call.result == nil
      case .call, .answer: return call.isInjected
      case .fileSize:
        guard call.name.contains("write") else { return false }
        return call.result == nil || call.result == -1 || call.isShort
      }
    }
  }

  /// Whether it has struck where it was to, and nowhere else.
  ///
  /// strace counts the calls of each thread by themselves, and the store's calls come from whichever thread
  /// of the pool is free. A call that another thread makes again because of the fault may be struck again.
  ///
  /// - Parameter isAnywhere: whether it may have struck the n-th call of any thread.
  func hasStruck(in run: TracedRun, anywhere isAnywhere: Bool) -> Bool {
    let struck = struck(in: run)
    if isAnywhere { return !struck.isEmpty }
    guard case .call(_, let name, let ordinal) = self else { return !struck.isEmpty }
    let positions = run.calls.indices.filter { run.calls[$0].name == name }
    let path = struck.first.flatMap { run.calls[$0].paths.first }
    return positions.dropFirst(ordinal - 1).starts(with: struck) && !struck.isEmpty
      && struck.allSatisfy { run.calls[$0].paths.first == path }
  }
}

extension SystemCall {
  /// Whether it has written less than it was to.
  var isShort: Bool {
    guard let result, result >= 0, let count = number(2) else { return false }
    return result < count
  }
}
