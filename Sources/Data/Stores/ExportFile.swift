import Glibc
public import MonikerDomain
import MonikerFiles

/// The file of an export: it is there once it is whole.
public struct ExportFile: ~Copyable {
  private let target: StoreFile
  private let new: StoreFile
  private let file: FileDescriptor
  private var bytes: [UInt8] = []

  /// Begins to write, beside the place that it is for.
  ///
  /// - Parameter path: the file.
  public init(path: String) throws(StoreFailure) {
    target = StoreFile(path: path)
    new = target.stagingFile
    // Whoever writes there at the same time would find its own file gone, and say so.
    try new.remove()
    file = try new.create()
  }

  /// Whether two paths lead to one file, which is there.
  package static func isSame(_ path: String, as other: String) -> Bool {
    var left = stat()
    var right = stat()
    return stat(path, &left) == 0 && stat(other, &right) == 0
      && left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }

  /// Writes the next bytes.
  public mutating func write(_ more: [UInt8]) throws(StoreFailure) {
    bytes += more
    if bytes.count >= 1 << 16 { try flush() }
  }

  private mutating func flush() throws(StoreFailure) {
    try file.writeAll(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Puts the file in its place, for good.
  ///
  /// - Parameter isReplacing: whether a file may be there, which is gone then.
  /// - Returns: false, and nothing was changed, where one is there and may not be.
  public consuming func publish(replacing isReplacing: Bool) throws(StoreFailure) -> Bool {
    try flush()
    try file.synchronize()
    var isPlaced = true
    if isReplacing {
      try new.move(to: target)
    } else {
      isPlaced = try new.moveIfFree(to: target)
    }
    if isPlaced { try target.synchronizeFolder() } else { try new.remove() }
    return isPlaced
  }

  /// Removes what was written.
  public consuming func discard() {
    try? new.remove()
  }
}
