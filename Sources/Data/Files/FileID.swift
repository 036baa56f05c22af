package import Glibc

/// A file ID: device and inode, which change when the file at a path is replaced.
package struct FileID: Hashable, Sendable {
  private let device: UInt
  private let inode: UInt

  package init(_ status: stat) {
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}
