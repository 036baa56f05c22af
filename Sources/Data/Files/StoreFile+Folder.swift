import Glibc
package import MonikerDomain

/// The folder of a store.
extension StoreFile {
  /// Creates the folder if it is missing.
  ///
  /// - Throws: ``/MonikerDomain/StoreFailure/Reason/unreachable`` if a folder above it is missing,
  ///   unless these are to be made, too: a path with a spelling mistake must not leave folders.
  package func makeFolder() throws(StoreFailure) {
    // If the file exists, its creator has made the folder durable before.
    try makeFolder(folder, confirming: try !exists())
  }

  /// - Parameter isToConfirm: whether to make durable, too, the last folder that existed before:
  ///   another process may have created it and been killed right after.
  private func makeFolder(_ folder: String, confirming isToConfirm: Bool) throws(StoreFailure) {
    let parent = StoreFile(path: folder).folder
    switch try Self.makeOneFolder(folder) {
    case .made: if isToConfirm { try Self.confirm(parent) }
    case .wasThere: if isToConfirm { try Self.confirm(folder) }
    case .isMissingAbove:
      guard makesParents else { throw isBelowMissingFolder }
      if parent != folder { try makeFolder(parent, confirming: isToConfirm) }
      // One retry, no loop: behind a dangling link it never succeeds.
      guard try Self.makeOneFolder(folder) != .isMissingAbove else {
        throw StoreFailure(errno: ENOENT, cannot: "make the folder", at: folder)
      }
    }
  }

  /// Throws if the folder above the file's folder is missing: no write could make the file.
  ///
  /// The file then counts as unreachable and not as never created: the path may be mistyped, or a disk
  /// may not be mounted.
  func refuseBelowMissingFolder() throws(StoreFailure) {
    var status = stat()
    guard isGuarded, !makesParents, stat(folder, &status) != 0, errno == ENOENT else { return }
    let above = StoreFile(path: folder)
    guard above.folder != above.path, stat(above.folder, &status) != 0, errno == ENOENT else {
      return
    }
    throw isBelowMissingFolder
  }

  /// The failure of a file whose folder no write makes, since a folder above that is missing.
  var isBelowMissingFolder: StoreFailure {
    StoreFailure(
      .unreachable,
      at: path,
      detail: "there is no folder \(Self.firstMissing(above: folder))"
    )
  }

  /// The highest folder above a missing one that is missing, too.
  private static func firstMissing(above folder: String) -> String {
    let parent = StoreFile(path: folder).folder
    let above = StoreFile(path: parent).folder
    return above == parent || access(above, F_OK) == 0 ? parent : firstMissing(above: parent)
  }

  private static func confirm(_ folder: String) throws(StoreFailure) {
    do {
      try StoreFile(path: folder).synchronizeFolder()
    } catch {
      // A process without permission to read the parent folder has not created this one, nor has
      // any process with the same rights.
      guard error.reason == .permissionDenied else { throw error }
    }
  }

  private enum Making {
    case made, wasThere
    /// The folder above it is missing.
    case isMissingAbove
  }

  /// Creates the folder unless it exists.
  private static func makeOneFolder(_ folder: String) throws(StoreFailure) -> Making {
    guard mkdir(folder, 0o700) != 0 else {
      // Between mkdir and chmod the folder has fewer permissions than 0700, never more.
      _ = try systemCall("set its permissions", at: folder) { chmod(folder, 0o700) }
      try StoreFile(path: folder).synchronizeFolder()
      return .made
    }
    switch errno {
    case EEXIST: return .wasThere
    case ENOENT: return .isMissingAbove
    case let code: throw StoreFailure(errno: code, cannot: "make the folder", at: folder)
    }
  }
}
