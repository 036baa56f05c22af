/// The fault that strace injects into a system call.
enum Fault: String, CaseIterable, Sendable {
  /// The process is killed instead of making the call.
  case kill = "SIGKILL"
  case inputOutput = "EIO"
  case noSpace = "ENOSPC"
  case quota = "EDQUOT"
  case interrupted = "EINTR"
  /// The call writes nothing and returns 0, the shortest of short writes.
  case nothingWritten = "0 bytes"

  /// The action for the call in strace's `inject` option.
  var order: String {
    switch self {
    case .kill: "signal=KILL"
    case .nothingWritten: "retval=0"
    default: "error=" + rawValue
    }
  }

  func befalls(_ call: String) -> Bool {
    self != .nothingWritten || ["write", "pwrite64"].contains(call)
  }
}
