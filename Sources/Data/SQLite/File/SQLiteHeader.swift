import Glibc
import MonikerDomain
import MonikerFiles

/// The header of a database file, read without SQLite.
///
/// Opening a file that is not a store could already make a journal or apply one.
///
/// Source: "Database File Format", section 1.3, https://www.sqlite.org/fileformat2.html
struct SQLiteHeader {
  /// Refuses a file that is not a store, or is one of an unknown version.
  ///
  /// - Parameter isSalvaged: whether to accept a file that is cut off or has no page checksums.
  /// - Returns: the version of the schema.
  /// - Throws: ``/MonikerDomain/StoreFailure`` with the reason `damaged`, `foreign` or `newer`, or
  ///   that of reading the file.
  @discardableResult
  static func check(
    _ file: StoreFile,
    of schema: SQLiteSchema,
    forSalvage isSalvaged: Bool = false
  ) throws(StoreFailure) -> Int {
    let (bytes, size) = try read(file)
    do {
      return try check(bytes, size, of: file, schema, forSalvage: isSalvaged)
    } catch {
      // With one byte changed, a store looks like a file of another program.
      guard !isSalvaged, error.reason != .damaged, isRestorable(file, to: schema) else {
        throw error
      }
      throw .damaged(at: file.path, "one byte of its first page is damaged")
    }
  }

  private static func isRestorable(_ file: StoreFile, to schema: SQLiteSchema) -> Bool {
    guard var (page, _) = try? read(file, atMost: 1 << 16) else { return false }
    return SQLitePageRestoration.isDamaged(&page) { page in
      let header = Array(page.prefix(length))
      return header.starts(with: magic) && bigEndian(header, at: 68) == schema.applicationID
        && pageSize(header) == page.count && version(header) <= schema.version
    }
  }

  private static func check(
    _ bytes: [UInt8],
    _ size: Int,
    of file: StoreFile,
    _ schema: SQLiteSchema,
    forSalvage isSalvaged: Bool
  ) throws(StoreFailure) -> Int {
    guard !bytes.isEmpty else {
      throw .damaged(at: file.path, "the file is empty")
    }
    for beginning in ["bplist", "<?xml", "<!DOCTYPE plist", "<plist"]
    where bytes.starts(with: Array(beginning.utf8)) {
      throw StoreFailure(
        .foreign,
        at: file.path,
        detail: "it is a property list, not an SQLite database"
      )
    }
    guard bytes.count == length, bytes.starts(with: magic) else {
      throw .damaged(at: file.path, "the file is not an SQLite database")
    }
    let version = version(bytes)
    let application = bigEndian(bytes, at: 68)
    guard application == schema.applicationID else {
      let found = application == 0 ? "none" : "0x\(String(application, radix: 16))"
      let ours = "0x\(String(schema.applicationID, radix: 16))"
      throw StoreFailure(
        .foreign,
        at: file.path,
        detail: "an SQLite database of another program (application ID \(found), not \(ours))"
      )
    }
    if !isSalvaged || version > schema.version { try schema.refuseUnknown(version, of: file.path) }
    // SQLite would report a missing permission for a newer format that it can read but not write.
    guard formats.contains(bytes[18]), formats.contains(bytes[19]) else {
      throw .damaged(at: file.path, "its header names an unknown format")
    }
    if isSalvaged { return version }
    guard bytes[20] == SQLitePageSum.length else {
      throw .damaged(at: file.path, "its header names no page checksums, which this version needs")
    }
    if size < expectedSize(bytes) { try refuseUnlessGrowing(file) }
    return version
  }

  /// Refuses a file that has been cut off.
  ///
  /// During a checkpoint the first page may already count pages that follow later. The WAL is
  /// removed only after the checkpoint, so without a WAL the size is final, and the file is
  /// examined again.
  private static func refuseUnlessGrowing(_ file: StoreFile) throws(StoreFailure) {
    guard try !file.companion("-wal").exists() else { return }
    let (bytes, size) = try read(file)
    let expected = expectedSize(bytes)
    guard bytes.count == length, size < expected else { return }
    throw .damaged(at: file.path, "the file is truncated: it has \(size) of \(expected) bytes")
  }

  /// The size of the database according to the header.
  ///
  /// It is 0 if a version of SQLite wrote the file that did not maintain the size (section 1.3.7).
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
    Int(Int32(bitPattern: bigEndian(bytes, at: 60)))
  }

  static let length = 100
  /// The size of a page in the databases that a store makes: SQLite's default.
  static let defaultPageSize = 4_096
  static let magic = "SQLite format 3\0".utf8

  /// The file format versions for writing and reading (section 1.3.3): rollback journal, and WAL.
  private static let formats: ClosedRange<UInt8> = 1...2

  private static func bigEndian(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func read(
    _ file: StoreFile,
    atMost length: Int = length
  ) throws(StoreFailure) -> (header: [UInt8], size: Int) {
    var descriptor = try file.openForReading()
    defer { OpenFileLease.close(&descriptor) }
    let status = try descriptor.status()
    try file.refuse(status)
    var bytes = [UInt8](repeating: 0, count: length)
    let number = descriptor.number
    let count = try systemCall("read it", at: file.path) { pread(number, &bytes, length, 0) }
    return (Array(bytes.prefix(count)), Int(status.st_size))
  }
}
