import Glibc
package import MonikerDomain
import MonikerFiles

/// The file by which a folder says who is meant in it and below it.
///
/// It is a text in UTF-8 with one line `as = NICKNAME`; empty lines and those that begin with `#`
/// say nothing. Only a file that nobody but its reader, or root, can have written is believed.
package struct ProjectFile: Hashable, Sendable {
  /// What it is called.
  package static let name = ".moniker"

  /// The file, as its user knows it.
  package let path: String

  /// The same from where this process is, which may have no name of its own.
  private let place: String

  /// Names the file of a folder, whether or not there is one.
  package init(in folder: String) {
    self.init(in: folder, from: folder)
  }

  private init(in folder: String, from place: String) {
    path = (folder == "/" ? "" : folder) + "/" + Self.name
    self.place = place + "/" + Self.name
  }

  /// Why a file is not believed.
  package struct Refusal: Error, Hashable {
    /// The file.
    package let path: String

    /// What is wrong with it, and what to do: two sentences.
    package let detail: String
  }

  /// The file of the nearest folder that has one, this one first.
  ///
  /// - Parameters:
  ///   - folder: how the working folder is called, an absolute path; nil if that cannot be told.
  ///   - home: the last folder that is looked into; nil for none. The search also ends before a
  ///     folder that belongs to somebody else.
  ///   - user: whose folders and files are meant.
  /// - Throws: ``Refusal`` where a folder cannot be examined, so that there may be a file in it.
  package static func nearest(
    above folder: String?,
    home: String?,
    of user: UInt32
  ) throws(Refusal) -> ProjectFile? {
    let home = home.flatMap(Place.init)
    var name = folder ?? "."
    // Step by step from here: a path may be too long, or no text.
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
      detail: "it cannot be told whether there is one: \(reason). Go to another folder."
    )
  }

  /// The nickname that the file names.
  ///
  /// - Parameter user: whose file it must be, if it is not root's.
  /// - Throws: ``Refusal`` for a file that cannot be read, that others may have written, or that is
  ///   not of the form.
  package func nickname(trusting user: UInt32) throws(Refusal) -> String {
    let content: [UInt8]
    do {
      content = try trusted(by: user)
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      throw refusal(
        "\((error as? StoreFailure)?.detail ?? "\(error)"). Put it right, or remove it."
      )
    }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw refusal("it is not UTF-8. Write it in UTF-8.")
    }
    return try nickname(in: text)
  }

  /// Makes the file name a nickname, in one step, in place of what it held.
  ///
  /// - Parameters:
  ///   - nickname: the nickname.
  ///   - user: whose folder it must be, since that of somebody else is not looked into.
  /// - Throws: ``/MonikerDomain/StoreFailure``; the file is as it was then.
  package func write(_ nickname: String, as user: UInt32) throws(StoreFailure) {
    let file = StoreFile(path: path)
    let folder = try FileDescriptor(opening: file.folder, flags: O_RDONLY | O_DIRECTORY)
    guard try folder.status().st_uid == user else {
      throw StoreFailure(
        .permissionDenied,
        at: path,
        detail: "its folder belongs to somebody else, and is not looked into"
      )
    }
    // Of those who write at once, one after another: they prepare the same file.
    _ = try systemCall("lock its folder", at: path) { flock(folder.number, LOCK_EX) }
    // To close it would not do: a child that another thread has just forked has it, too.
    defer { _ = flock(folder.number, LOCK_UN) }
    // What is in the way, a folder or a link, is not replaced.
    _ = try file.exists()
    try file.replace(with: Array("as = \(nickname)\n".utf8))
  }

  private var isThere: Bool {
    var status = stat()
    // What cannot be examined is there: to pass it over could mean somebody else.
    return lstat(place, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
  }

  /// Far more than a nickname needs.
  private static var limit: Int { 1 << 16 }

  private func trusted(by user: UInt32) throws -> [UInt8] {
    let file = try FileDescriptor(opening: place, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let status = try file.status()
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw refusal("it is not a file. Remove it.")
    }
    guard status.st_uid == user || status.st_uid == 0 else {
      throw refusal("it belongs to somebody else. Write one of your own: moniker use NICKNAME")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw refusal("others can write to it. Take that from them with: chmod go-w \(path)")
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
          "line \(number + 1) is not understood. It holds one line: as = NICKNAME"
        )
      }
      found = String(words[1])
    }
    guard let found else { throw refusal("it names nobody. It holds one line: as = NICKNAME") }
    return found
  }

  private func refusal(_ detail: String) -> Refusal {
    Refusal(path: path, detail: detail)
  }
}

/// A folder, whichever path leads to it.
private struct Place: Equatable {
  let owner: UInt32
  private let device: dev_t
  private let number: ino_t

  /// Nil for what is no folder, or cannot be examined.
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
