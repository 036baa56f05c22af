public import MonikerDomain
import MonikerFiles

/// The file of an export, which appears at its path when it is complete.
public struct ExportFile: ~Copyable {
  private let target: StoreFile
  private let staging: StagingFile
  private var bytes: [UInt8] = []

  /// Begins to write a staging file beside the target.
  ///
  /// - Parameter path: the target.
  /// - Throws: ``/MonikerDomain/StoreFailure`` if the staging file cannot be made, or if anything
  ///   but a regular file is at the path.
  public init(path: String) throws(StoreFailure) {
    target = StoreFile(path: path)
    // A device, a FIFO or a link must not be replaced by a file.
    _ = try target.exists()
    staging = try StagingFile(beside: target)
  }

  /// Writes the next bytes.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure`` if the staging file cannot be written.
  public mutating func write(_ more: [UInt8]) throws(StoreFailure) {
    bytes += more
    if bytes.count >= 1 << 16 { try flush() }
  }

  private mutating func flush() throws(StoreFailure) {
    try staging.descriptor.writeAll(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// Moves the file to the target, and makes it durable.
  ///
  /// - Parameter path: where a file that is there is kept; nil to refuse to replace one.
  /// - Returns: whether a file was replaced; nil if one is there and must not be. The staging file
  ///   is then removed, and nothing else is changed.
  /// - Throws: ``/MonikerDomain/StoreFailure`` if the file cannot be written, moved or made
  ///   durable.
  public consuming func publish(keeping path: String?) throws(StoreFailure) -> Bool? {
    let isFree: Bool
    do {
      try flush()
      try staging.synchronize()
      isFree = try staging.file.moveIfFree(to: target)
      if !isFree {
        guard let path else {
          try staging.remove()
          return nil
        }
        try replaceTarget(keeping: path)
      }
    } catch {
      try? staging.remove()
      throw error
    }
    do {
      try target.synchronizeFolder()
    } catch {
      throw error.afterChange(of: target.path)
    }
    return !isFree
  }

  private borrowing func replaceTarget(keeping path: String) throws(StoreFailure) {
    // The file that is kept must be the one that is replaced.
    let lock = try FileLock(folderOf: target, wait: .seconds(5))
    try withExtendedLifetime(lock) { () throws(StoreFailure) in
      try target.keep(at: path)
      do throws(StoreFailure) {
        try staging.file.move(to: target)
      } catch {
        try? StoreFile(path: path).remove()
        throw error
      }
    }
  }

  /// Removes the staging file.
  public consuming func discard() {
    try? staging.remove()
  }
}
