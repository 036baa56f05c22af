/// What befalls a system call.
enum Fault: String, CaseIterable, Sendable {
  /// The process is killed instead of making it.
  case kill = "SIGKILL"
  case inputOutput = "EIO"
  case noSpace = "ENOSPC"
  case quota = "EDQUOT"
  case interrupted = "EINTR"
  /// It writes nothing and says so: the shortest of short writes.
  case nothingWritten = "0 bytes"

  /// What strace is told to do with the call.
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
