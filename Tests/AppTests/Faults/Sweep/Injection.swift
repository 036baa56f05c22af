/// A fault, and the call at which it strikes.
enum Injection: Sendable, CustomStringConvertible {
  /// At the n-th of all traced calls of a name, from 1 on.
  case call(Fault, name: String, ordinal: Int)

  /// At the n-th write of the answer, with no other call traced: it comes from another thread than
  /// the store's writes, and strace counts the calls of each thread separately.
  case answer(Fault, ordinal: Int)

  /// At the write that exceeds this many bytes of a file: the part below the limit is written, a
  /// short write; the next write fails, or SIGXFSZ ends the process if the program does not ignore
  /// it.
  case fileSize(Int, signal: Bool)

  /// The options of strace and the wrapper between strace and the program that cause the fault.
  var options: [String] {
    switch self {
    case .call(let fault, let name, let ordinal):
      ["-e", "inject=\(name):\(fault.order):when=\(ordinal)"]
    case .answer(let fault, let ordinal):
      ["-e", "inject=write:\(fault.order):when=\(ordinal)"]
    case .fileSize(let bytes, let signal):
      // The limit is set inside strace, whose own output file must not be limited.
      [
        "/bin/sh", "-c", (signal ? "" : "trap '' XFSZ; ") + #"exec prlimit --fsize="$0" "$@""#,
        String(bytes),
      ]
    }
  }

  /// Whether the fault also truncates messages, since they go to a file.
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

  /// The traced calls that the fault struck, as indices of the run's calls.
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

  /// Whether the fault struck where it was intended, and nowhere else.
  ///
  /// strace counts the calls of each thread separately, and any free thread of the pool makes the
  /// store's calls. A call that another thread repeats because of the fault may be struck again.
  ///
  /// - Parameter isAnywhere: whether the fault may have struck the n-th call of any thread.
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
  /// Whether a traced write was short.
  var isShort: Bool {
    guard let result, result >= 0, let count = number(2) else { return false }
    return result < count
  }
}
