package import Glibc
package import MonikerDomain

/// Who might have made a store say what it says, or could.
///
/// Whoever can write to it decides who is signed in. Only root, who can do so anyway, and the user of this
/// process may; that user being root, nobody else. The folder counts as well, since whoever writes to it
/// can put another file in the store's place, except where the sticky bit leaves that to the owner. Folders
/// further up do not: whoever writes to one of those can put the store away, or another one of the same
/// user's in its place, but none of their own, which would be refused here.
extension StoreFile {
  /// Refuses a file that somebody else could change.
  package func refuseUntrusted(_ status: stat) throws(StoreFailure) {
    try refuseStranger(status.st_uid, called: "it")
    guard status.st_mode & Self.othersWrite == 0 else {
      throw untrusted("others can write to it, unless that is taken from them: chmod go-w")
    }
  }

  /// Refuses a folder in which somebody else could replace the file.
  ///
  /// One that cannot be examined keeps everybody from the file, too, and that is told better.
  package func refuseUntrustedFolder() throws(StoreFailure) {
    var status = stat()
    guard folder.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return
    }
    try refuseStranger(status.st_uid, called: "its folder \(folder)")
    guard status.st_mode & Self.othersWrite == 0 || status.st_mode & S_ISVTX != 0 else {
      throw untrusted(
        "others can write to its folder \(folder), and so replace it, unless that is taken from them: "
          + "chmod go-w"
      )
    }
  }

  private static var othersWrite: mode_t { S_IWGRP | S_IWOTH }

  private func refuseStranger(
    _ owner: uid_t,
    called what: @autoclosure () -> String
  ) throws(StoreFailure) {
    guard owner != 0, owner != geteuid() else { return }
    throw untrusted("\(what()) belongs to the user \(owner), who could make it say anything")
  }

  private func untrusted(_ detail: String) -> StoreFailure {
    StoreFailure(.permissionDenied, at: path, detail: detail)
  }
}
