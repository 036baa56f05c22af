import Glibc
package import MonikerDomain
import MonikerFiles

/// The file that names the acting account for a folder and the folders below it.
///
/// It is UTF-8 text with one line `as = NICKNAME`. Empty lines and lines that begin with `#` are
/// ignored. The file is accepted only if no user but the reader and root can have written it.
package struct ProjectFile: Hashable, Sendable {
  /// The name of the file.
  package static let name = ".moniker"

  /// The path of the file as the user knows it.
  package let path: String

  /// The path by which this process reaches the file.
  ///
  /// A search uses relative paths, since the working folder may have no name.
  private let place: String

  /// Makes the value for a folder, whether or not the file exists.
  package init(in folder: String) {
    self.init(in: folder, from: folder)
  }

  private init(in folder: String, from place: String) {
    path = (folder == "/" ? "" : folder) + "/" + Self.name
    self.place = place + "/" + Self.name
  }

  /// Why a file is not accepted.
  package struct Refusal: Error, Hashable {
    /// The path of the file.
    package let path: String

    /// What can be done about a file that others control.
    package enum Remedy: Hashable, Sendable {
      /// Write a file of one's own.
      case writeOwn
      /// Take the permission to write it from other users.
      case protect
    }

    /// What is wrong with the file, and what to do about it: one or two sentences.
    package let detail: String

    /// What else can be done.
    package var remedy: Remedy?
  }

  /// Finds the file in a folder or in the nearest folder above that has one.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the working folder; nil if it is unknown.
  ///   - home: the last folder to search; nil for none. The search also ends before a folder that
  ///     belongs to another user.
  ///   - user: the user ID that must own the folders.
  /// - Returns: nil if no folder in the range has the file.
  /// - Throws: ``Refusal`` if a folder cannot be examined, since it may have the file.
  package static func nearest(
    above folder: String?,
    home: String?,
    of user: UInt32
  ) throws(Refusal) -> ProjectFile? {
    let home = home.flatMap(Place.init)
    var name = folder ?? "."
    // Go up with relative paths: an absolute path may be too long, or not be valid text.
    var step = "."
    var present = try place(at: step, called: name)
    while present.owner == user {
      let file = ProjectFile(in: name, from: step)
      if file.isThere { return file }
      let above = try place(at: step + "/..", called: name)
      if present == home || present == above { return nil }
      present = above
      step += "/.."
      name = folder == nil ? step : StoreFile(path: name).folder
    }
    return nil
  }

  private static func place(at step: String, called name: String) throws(Refusal) -> Place {
    if let place = Place(step) { return place }
    let reason = String(cString: strerror(errno))
    throw Refusal(
      path: ProjectFile(in: name).path,
      detail: "cannot check whether there is one: \(reason). Go to another folder."
    )
  }

  /// Reads the nickname that the file names.
  ///
  /// - Parameter user: the user ID that must own the file, unless root owns it.
  /// - Returns: the nickname as it is written, without outer white space; it is not validated.
  /// - Throws: ``Refusal`` if the file cannot be read, if another user may have written it, if it
  ///   is larger than 64 KiB, or if its format is wrong.
  package func nickname(trusting user: UInt32) throws(Refusal) -> String {
    let content: [UInt8]
    do {
      content = try trusted(by: user)
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw refusal(
        "\((error as? StoreFailure)?.detail ?? "\(error)"). Correct it, or remove it."
      )
    }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw refusal("it is not UTF-8. Write it in UTF-8.")
    }
    return try nickname(in: text)
  }

  /// Writes a nickname to the file in one step, replacing its content.
  ///
  /// - Parameters:
  ///   - nickname: the nickname.
  ///   - user: the user ID that must own the folder. ``nearest(above:home:of:)`` skips folders of
  ///     other users.
  ///   - wait: how long to wait for other writers.
  /// - Throws: ``/MonikerDomain/StoreFailure``; the file is then unchanged, unless the failure came
  ///   from making the new content durable.
  package func write(
    _ nickname: String,
    as user: UInt32,
    wait: Duration = .seconds(5)
  ) throws(StoreFailure) {
    try change(as: user, wait: wait) { file throws(StoreFailure) in
      // Fails if a folder or a link is in the place of the file, so that it is not replaced.
      _ = try file.exists()
      // A file that others can write is not used, so it is not left so.
      try file.replace(with: Array("as = \(nickname)\n".utf8), keeping: 0o755)
    }
  }

  /// Removes the file, whatever its content; a link is removed, and not its target.
  ///
  /// - Parameters:
  ///   - user: as for ``write(_:as:wait:)``.
  ///   - wait: how long to wait for other writers.
  /// - Returns: whether there was one.
  /// - Throws: ``/MonikerDomain/StoreFailure``.
  package func remove(
    as user: UInt32,
    wait: Duration = .seconds(5)
  ) throws(StoreFailure) -> Bool {
    try change(as: user, wait: wait) { file throws(StoreFailure) in
      guard isThere else { return false }
      try file.remove()
      do throws(StoreFailure) {
        try file.synchronizeFolder()
      } catch {
        throw error.afterChange(of: path)
      }
      return true
    }
  }

  private func change<Answer>(
    as user: UInt32,
    wait: Duration,
    _ body: (StoreFile) throws(StoreFailure) -> Answer
  ) throws(StoreFailure) -> Answer {
    let file = StoreFile(path: path)
    let folder = try FileDescriptor(opening: file.folder, flags: O_RDONLY | O_DIRECTORY)
    guard try folder.status().st_uid == user else {
      throw StoreFailure(
        .permissionDenied,
        at: path,
        detail: "its folder belongs to another user, so it is not read"
      )
    }
    // Serialize writers: all of them prepare the same staging file.
    let lock = try FileLock(folderOf: file, wait: wait)
    return try withExtendedLifetime(lock) { () throws(StoreFailure) in try body(file) }
  }

  private var isThere: Bool {
    var status = stat()
    // A file that cannot be examined counts as present: to skip it could select another account.
    return lstat(place, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// 64 KiB, far more than a nickname needs.
  private static var limit: Int { 1 << 16 }

  private func trusted(by user: UInt32) throws -> [UInt8] {
    var link = stat()
    if lstat(place, &link) == 0, link.st_mode & S_IFMT == S_IFLNK {
      throw refusal(
        "it is a link, and links are not followed. Put a file in its place, with one line: as = NICKNAME"
      )
    }
    let file = try FileDescriptor(opening: place, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw refusal("it is not a file. Remove it.")
    }
    guard status.st_uid == user || status.st_uid == 0 else {
      throw Refusal(path: path, detail: "it belongs to another user.", remedy: .writeOwn)
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw Refusal(path: path, detail: "other users can write to it.", remedy: .protect)
    }
    guard status.st_size <= Self.limit else { throw refusal("it is too long. Remove it.") }
    return try file.readAll(expecting: Int(status.st_size))
  }

  private func nickname(in text: String) throws(Refusal) -> String {
    var found: String?
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      let line = OuterWhiteSpace.dropped(from: String(line)).text
      if line.isEmpty || line.utf8.first == UInt8(ascii: "#") { continue }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let words = parts.map { OuterWhiteSpace.dropped(from: String($0)).text }
      guard words.count == 2, words[0] == "as", !words[1].isEmpty, found == nil else {
        throw refusal(
          "line \(number + 1) is invalid. The file must have one line: as = NICKNAME"
        )
      }
      found = String(words[1])
    }
    guard let found else {
      throw refusal("it names no account. It must have one line: as = NICKNAME")
    }
    return found
  }

  private func refusal(_ detail: String) -> Refusal {
    Refusal(path: path, detail: detail)
  }
}

/// A folder, identified by device and inode.
private struct Place: Equatable {
  let owner: UInt32
  private let device: dev_t
  private let number: ino_t

  /// Nil if the path is not a folder, or cannot be examined.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    owner = status.st_uid
    device = status.st_dev
    number = status.st_ino
  }

  static func == (left: Place, right: Place) -> Bool {
    left.device == right.device && left.number == right.number
  }
}
