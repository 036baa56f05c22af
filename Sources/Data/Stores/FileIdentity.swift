import Glibc
import MonikerFiles

/// What distinguishes a file from all others, whatever paths lead to it.
package enum FileIdentity {
  /// Returns the identities of the file of a store and of those that its kind has beside it.
  package static func all(ofStoreAt path: String) -> Set<String> {
    Set(["", ".lock", "-journal", "-wal", "-shm"].map { of(path + $0) })
  }

  /// Returns a text that is equal for all paths of one file: its device and inode.
  ///
  /// For a file that does not exist yet, it is the identity of its folder, and its name.
  package static func of(_ path: String) -> String {
    var status = stat()
    if stat(path, &status) == 0 { return "\(status.st_dev):\(status.st_ino)" }
    let file = StoreFile(path: path)
    guard file.folder != path else { return path }
    let folder = of(file.folder)
    return ["", "."].contains(file.name) ? folder : folder + "/" + file.name
  }
}
