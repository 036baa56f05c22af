package import Glibc

/// What changes when a file is replaced or written.
package struct FileMoment: Equatable, Sendable {
  private let id: FileID
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  package init(_ status: stat) {
    id = FileID(status)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
