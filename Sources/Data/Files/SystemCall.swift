import Glibc
package import MonikerDomain

extension StoreFailure {
  /// Translates the errno that a system call has just left.
  ///
  /// - Parameters:
  ///   - code: the value of `errno`.
  ///   - action: what was tried, as in "cannot `action`": a verb and its object.
  ///   - path: the file, folder or store that it was tried on.
  package init(errno code: Int32, cannot action: String, at path: String) {
    let reason: Reason =
      switch code {
      case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, ENODEV, ENXIO: .unreachable
      // A file system that has no locks: another one may.
      case ENOLCK, ENOSYS, EOPNOTSUPP: .unreachable
      case EACCES, EPERM, EROFS: .permissionDenied
      default: .inputOutput
      }
    self.init(reason, at: path, detail: "cannot \(action): \(String(cString: strerror(code)))")
  }
}

/// Calls `body` again for as long as a signal interrupts it, and throws what else it fails with.
///
/// Not for `close` (on Linux the descriptor is gone even after EINTR), nor for `fsync` (after a
/// failure the kernel may have dropped the pages: a second call that succeeds proves nothing, and
/// EINTR is none of its documented errors).
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
