/// The checksum that stands in the last 8 bytes of each page of a database.
///
/// SQLite has no use for bytes that are reserved there, and counts them in byte 20 of the header: with that,
/// the pages have checksums. The sum is over the page's other bytes and its number, so that a page in the
/// place of another does not pass, either.
///
/// Two sums of 32 bits, which begin with the page's number, take up the page as pairs of 32-bit words, the
/// lowest byte of each first: the first sum is increased by the first word and the second sum, the second by
/// the second word and then the first sum. Whatever changes within one word changes them.
///
/// Eight zeros stand for no checksum: so pages are in the log, and so others leave them who apply it.
///
/// Sources: "Database File Format", section 4.2, for the sums, https://www.sqlite.org/fileformat2.html;
/// "The Checksum VFS Shim" for the place, https://www.sqlite.org/cksumvfs.html
enum SQLitePageSum {
  static let length = 8

  /// Whether the pages have checksums, by the beginning of the first page; nil where it is none.
  static func isKept(_ header: UnsafeRawBufferPointer) -> Bool? {
    guard header.count >= SQLiteHeader.length, header.starts(with: SQLiteHeader.magic) else {
      return nil
    }
    return header[20] == length
  }

  /// Whether so many bytes are a page, as SQLite reads and writes them, and not a part of one.
  static func isPage(_ count: Int) -> Bool {
    count >= 512 && count & (count - 1) == 0
  }

  /// Whether a page is what was written, as far as it has a checksum.
  ///
  /// - Parameter number: of the page, from 1 on.
  static func isRight(_ page: UnsafeRawBufferPointer, number: Int) -> Bool {
    let kept = page.loadUnaligned(fromByteOffset: page.count - length, as: UInt64.self)
    return kept == 0 || UInt64(littleEndian: kept) == sum(of: page, number: number)
  }

  /// Writes the checksum into a page.
  static func seal(_ page: UnsafeMutableRawBufferPointer, number: Int) {
    let sum = sum(of: UnsafeRawBufferPointer(page), number: number)
    page.storeBytes(of: sum.littleEndian, toByteOffset: page.count - length, as: UInt64.self)
  }

  /// Takes the checksum out of a page.
  static func unseal(_ page: UnsafeMutableRawBufferPointer) {
    page.storeBytes(of: 0, toByteOffset: page.count - length, as: UInt64.self)
  }

  private static func sum(of page: UnsafeRawBufferPointer, number: Int) -> UInt64 {
    var first = UInt32(truncatingIfNeeded: number)
    var second = first
    for offset in stride(from: 0, to: page.count - length, by: 8) {
      let pair = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      first &+= UInt32(truncatingIfNeeded: pair) &+ second
      second &+= UInt32(truncatingIfNeeded: pair >> 32) &+ first
    }
    let sum = UInt64(first) | UInt64(second) << 32
    return sum == 0 ? 1 : sum
  }
}
