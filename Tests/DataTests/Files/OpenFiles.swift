import Foundation
import Glibc

/// The numbers under which this process has a file open.
func openFiles(at path: String) throws -> [Int32] {
  let numbers = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
  return numbers.compactMap(Int32.init).filter { number in
    let link = "/proc/self/fd/\(number)"
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == path
  }
}

/// Copies of a file that this process has open, like those of a child that was just forked: it has them until it
/// starts another program.
func copiesOfOpenFiles(at path: String) throws -> [Int32] {
  try openFiles(at: path).map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
}
