import Foundation
import Glibc

/// The descriptors of this process for a file.
func openFiles(at path: String) throws -> [Int32] {
  let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
  return numbers.compactMap(Int32.init).filter { number in
    let link = "/proc/self/fd/\(number)"
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == path
  }
}

/// Duplicates the descriptors of a file as a fork does: the child has them until it executes
/// another program.
func copiesOfOpenFiles(at path: String) throws -> [Int32] {
  try openFiles(at: path).map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
}
