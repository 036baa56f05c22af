import Glibc
public import MonikerDomain
import MonikerFiles

/// The kinds of store that are files.
public enum StoreFileKind: Sendable {
  /// An SQLite database.
  case sqlite
  /// A property list.
  case propertyList

  /// Looks what kind of store a file is; what is neither shows when it is read as a property list.
  ///
  /// - Throws: also where there is no file.
  public init(ofFileAt path: String) throws(StoreFailure) {
    let file = StoreFile(path: path)
    guard try file.exists() else {
      throw StoreFailure(.unreachable, at: path, detail: "there is no such file")
    }
    var descriptor = try file.openForReading()
    defer { OpenFileLease.close(&descriptor) }
    let beginning = try descriptor.read(atMost: 16)
    guard beginning.first != UInt8(ascii: "{") else {
      throw StoreFailure(.export, at: path, detail: "it is not a store, but an export")
    }
    self = beginning == Array("SQLite format 3\0".utf8) ? .sqlite : .propertyList
  }
}
