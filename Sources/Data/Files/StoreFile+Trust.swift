package import Glibc
package import MonikerDomain

/// The checks that no other user can change a store.
///
/// A user who can write to the store decides which account is signed in. Only root, who can do so
/// anyway, and the effective user of this process may; if that user is root, only root may. The
/// folder is checked as well, since a user who can write to it can replace the store, except where
/// the sticky bit reserves that to the owner. Folders further up are not checked: a user who can
/// write to one of those can remove the store, or replace it by another store of the same user, but
/// not by one of their own, which these checks refuse.
extension StoreFile {
  /// Throws if another user owns the file or can write to it.
  package func refuseUntrusted(_ status: stat) throws(StoreFailure) {
    try refuseStranger(status.st_uid, called: "it")
    guard status.st_mode & Self.othersWrite == 0 else {
      throw writable(path, "other users can write to it")
    }
  }

  /// Throws if another user could replace the file in its folder.
  ///
  /// A folder that cannot be examined passes: access to the file fails then, with a better message.
  package func refuseUntrustedFolder() throws(StoreFailure) {
    var status = stat()
    guard folder.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      return
    }
    try refuseStranger(status.st_uid, called: "its folder \(folder)")
    guard status.st_mode & Self.othersWrite == 0 || status.st_mode & S_ISVTX != 0 else {
      throw writable(folder, "other users can write to its folder \(folder), and so replace it")
    }
  }

  private static var othersWrite: mode_t { S_IWGRP | S_IWOTH }

  private func refuseStranger(
    _ owner: uid_t,
    called what: @autoclosure () -> String
  ) throws(StoreFailure) {
    guard owner != 0, owner != geteuid() else { return }
    throw untrusted("\(what()) belongs to the user \(owner), who could change its content")
  }

  private func writable(_ place: String, _ detail: String) -> StoreFailure {
    StoreFailure(.writableByOthers(path: place), at: path, detail: detail)
  }

  private func untrusted(_ detail: String) -> StoreFailure {
    StoreFailure(.permissionDenied, at: path, detail: detail)
  }
}
