import Glibc
import MonikerDomain
import MonikerFiles

/// What the first bytes of a database file tell, read without SQLite so that a file that is not
/// ours stays as it is: opening it could already make a journal or end one.
///
/// Source: "Database File Format", section 1.3, https://www.sqlite.org/fileformat2.html
struct SQLiteHeader {
  /// Refuses a file that is not a store of ours, or of a version that is not known here.
  ///
  /// - Parameter isSalvaged: whether one is let through of which only parts may be right.
  /// - Returns: the version of its schema.
  @discardableResult
  static func check(
    _ file: StoreFile,
    of schema: SQLiteSchema,
    forSalvage isSalvaged: Bool = false
  ) throws(StoreFailure) -> Int {
    let (bytes, size) = try read(file)
    guard !bytes.isEmpty else {
      throw StoreFailure(.damaged, at: file.path, detail: "the file is empty")
    }
    guard bytes.count == length, bytes.starts(with: magic) else {
      throw StoreFailure(.damaged, at: file.path, detail: "the file is not an SQLite database")
    }
    let version = version(bytes)
    let application = bigEndian(bytes, at: 68)
    guard application == schema.applicationID else {
      let found = application == 0 ? "none" : "0x\(String(application, radix: 16))"
      let ours = "0x\(String(schema.applicationID, radix: 16))"
      throw StoreFailure(
        .foreign,
        at: file.path,
        detail: "an SQLite database of another program (application id \(found), not \(ours))"
      )
    }
    try schema.refuseLater(version, of: file.path)
    // Of a file that it may read and not write SQLite would say that there is no permission.
    guard formats.contains(bytes[18]), formats.contains(bytes[19]) else {
      throw StoreFailure(
        .damaged,
        at: file.path,
        detail: "its header tells of a format that there is not"
      )
    }
    if isSalvaged { return version }
    guard bytes[20] == SQLitePageSum.length else {
      throw StoreFailure(
        .damaged,
        at: file.path,
        detail: "its header tells of no checksums of pages, which this version has"
      )
    }
    if size < expectedSize(bytes) { try refuseUnlessGrowing(file) }
    return version
  }

  /// Refuses a file that has been cut off.
  ///
  /// While a log is written back into the file, its first page may tell of pages to come. The log
  /// goes only after that, so without one the file is looked at again, and its size is final.
  private static func refuseUnlessGrowing(_ file: StoreFile) throws(StoreFailure) {
    guard try !file.companion("-wal").exists() else { return }
    let (bytes, size) = try read(file)
    let expected = expectedSize(bytes)
    guard bytes.count == length, size < expected else { return }
    throw StoreFailure(
      .damaged,
      at: file.path,
      detail: "the file is cut off: it has \(size) of \(expected) bytes"
    )
  }

  /// The size that the header tells of; 0 where it was written by a version of SQLite that did not
  /// keep it (section 1.3.7).
  static func expectedSize(_ bytes: [UInt8]) -> Int {
    guard bytes.count >= length, bigEndian(bytes, at: 24) == bigEndian(bytes, at: 92) else {
      return 0
    }
    return pageSize(bytes) * Int(bigEndian(bytes, at: 28))
  }

  static func pageSize(_ bytes: [UInt8]) -> Int {
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    return size == 1 ? 65_536 : size
  }

  static func version(_ bytes: [UInt8]) -> Int {
    Int(bigEndian(bytes, at: 60))
  }

  static let length = 100
  static let magic = "SQLite format 3\0".utf8

  /// The formats of writing and reading (section 1.3.3): with a rollback journal, and with a log.
  private static let formats: ClosedRange<UInt8> = 1...2

  private static func bigEndian(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func read(
    _ file: StoreFile
  ) throws(StoreFailure) -> (header: [UInt8], size: Int) {
    let descriptor = try FileDescriptor(
      opening: file.path,
      flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    )
    let status = try descriptor.status()
    try file.refuse(status)
    var bytes = [UInt8](repeating: 0, count: length)
    let count = try systemCall("read it", at: file.path) {
      pread(descriptor.number, &bytes, length, 0)
    }
    return (Array(bytes.prefix(count)), Int(status.st_size))
  }
}
