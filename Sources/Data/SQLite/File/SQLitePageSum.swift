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
/// A page that was read has a mark in its place, and so is in the log: whoever applies that and knows nothing
/// of checksums leaves a page with the mark, which stands for none. A page that is new has zeros there. These
/// stand for none only where the first page tells that others may have left some: it is in the log with every new
/// page, and so it has the mark then, and a sum of its own kind from its next write on. Zeros that
/// something has written over a page are no way around its checksum otherwise.
///
/// Sources: "Database File Format", section 4.2, for the sums, https://www.sqlite.org/fileformat2.html;
/// "The Checksum VFS Shim" for the place, https://www.sqlite.org/cksumvfs.html
enum SQLitePageSum {
  static let length = 8

  /// What stands for no checksum; ASCII of "unsummed".
  private static let mark: UInt64 = 0x64_656D_6D75_736E_75

  /// What the sum of the first page is changed by where zeros stand for no checksum.
  private static let lenience: UInt64 = 0xFFFF_FFFF_FFFF_FFFF

  /// What the pages of a database are held to, as the first one tells.
  enum Rule {
    /// Each has a checksum or the mark.
    case strict
    /// Others may have left new pages without either.
    case lenient
  }

  /// What the first page tells; nil where it is not as it was written.
  static func rule(toldBy page: UnsafeRawBufferPointer) -> Rule? {
    let (kept, sum) = (kept(page), sum(of: page, number: 1))
    return kept == sum ? .strict : kept == mark || kept == sum ^ lenience ? .lenient : nil
  }

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
  /// - Parameters:
  ///   - number: of the page, from 1 on.
  ///   - rule: what the first page tells.
  static func isRight(_ page: UnsafeRawBufferPointer, number: Int, by rule: Rule) -> Bool {
    if number == 1 { return self.rule(toldBy: page) != nil }
    let kept = kept(page)
    return kept == sum(of: page, number: number) || kept == mark || (kept == 0 && rule == .lenient)
  }

  /// Writes the checksum into a page.
  static func seal(_ page: UnsafeMutableRawBufferPointer, number: Int, by rule: Rule = .strict) {
    let sum = sum(of: UnsafeRawBufferPointer(page), number: number)
    keep(number == 1 && rule == .lenient ? sum ^ lenience : sum, in: page)
  }

  /// Puts the mark in the place of the checksum of a page.
  static func unseal(_ page: UnsafeMutableRawBufferPointer) {
    keep(mark, in: page)
  }

  private static func kept(_ page: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(littleEndian: page.loadUnaligned(fromByteOffset: page.count - length, as: UInt64.self))
  }

  private static func keep(_ value: UInt64, in page: UnsafeMutableRawBufferPointer) {
    page.storeBytes(of: value.littleEndian, toByteOffset: page.count - length, as: UInt64.self)
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
