import Glibc
package import MonikerDomain

extension StoreFailure {
  /// The failure of a store whose content is not that of a store, or contradicts itself.
  package static func damaged(at location: String, _ detail: String) -> StoreFailure {
    StoreFailure(.damaged, at: location, detail: detail)
  }

  /// The failure of what makes a change durable that was made already.
  ///
  /// - Parameter path: the file that was changed.
  package func afterChange(of path: String) -> StoreFailure {
    StoreFailure(
      reason,
      at: path,
      detail: "the change was made, but a loss of power may undo it: \(detail)",
      isChangeMade: true
    )
  }

  /// Translates an `errno` value.
  ///
  /// - Parameters:
  ///   - code: the value of `errno`.
  ///   - action: what was tried, as in "cannot `action`": a verb and its object.
  ///   - path: the file, folder or store that it was tried on.
  package init(errno code: Int32, cannot action: String, at path: String) {
    let reason: Reason =
      switch code {
      case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, ENODEV, ENXIO: .unreachable
      // The file system has no locks; another file system may have them.
      case ENOLCK, ENOSYS, EOPNOTSUPP: .unreachable
      case EACCES, EPERM, EROFS: .permissionDenied
      case ENOSPC, EDQUOT: .noSpace
      default: .inputOutput
      }
    self.init(reason, at: path, detail: "cannot \(action): \(String(cString: strerror(code)))")
  }
}

/// Calls `body` until no signal interrupts it, and throws its other failures.
///
/// Do not use it for `close` (on Linux the descriptor is closed even after EINTR), nor for `fsync`
/// (after a failure the kernel may have dropped the pages: a second call that succeeds proves
/// nothing, and EINTR is not among its documented errors).
///
/// - Parameters:
///   - action: what is tried, as in "cannot `action`": a verb and its object.
///   - path: the file, folder or store that it is tried on.
///   - body: the call, which returns -1 and sets `errno` if it fails.
/// - Returns: the result of the call, which is not -1.
package func systemCall<Result: FixedWidthInteger>(
  _ action: String,
  at path: String,
  _ body: () -> Result
) throws(StoreFailure) -> Result {
  while true {
    let result = body()
    if result != -1 { return result }
    let code = errno
    guard code == EINTR else { throw StoreFailure(errno: code, cannot: action, at: path) }
  }
}
