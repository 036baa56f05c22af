/// The checksum in the last 8 bytes of each page of a database.
///
/// SQLite does not use the reserved bytes of a page, and stores their number in byte 20 of the
/// header. If that is 8, the pages have checksums. The checksum covers the other bytes of the page
/// and its number, so a page in the place of another one fails as well.
///
/// It consists of two sums of 32 bits that begin with the page number. They process the page as
/// pairs of 32-bit words, each with the lowest byte first: the first word and the second sum are
/// added to the first sum, then the second word and the first sum to the second sum. Any change
/// within one word changes the checksum.
///
/// Reading a page replaces its checksum with a mark, and the page enters the WAL with the mark. A
/// program without checksums that checkpoints the WAL leaves the page with the mark, which means
/// "no checksum". A new page has zeros there. Zeros mean "no checksum" only if the first page shows
/// that such a program may have left new pages. The first page is in the WAL with every new page,
/// so it then has the mark, and from its next write on a checksum of the lenient kind. Otherwise
/// zeros written over a page do not bypass its checksum.
///
/// Sources: "Database File Format", section 4.2, for the sums,
/// https://www.sqlite.org/fileformat2.html; "The Checksum VFS Shim" for the place,
/// https://www.sqlite.org/cksumvfs.html
enum SQLitePageSum {
  static let length = 8

  /// The mark that means "no checksum"; ASCII of "unsummed".
  private static let mark: UInt64 = 0x64_656D_6D75_736E_75

  /// XORed into the checksum of the first page if zeros mean "no checksum".
  static let lenience: UInt64 = 0xFFFF_FFFF_FFFF_FFFF

  /// The rule for the pages of a database, given by the first page.
  enum Rule {
    /// Each page has a checksum or the mark.
    case strict
    /// Programs without checksums may have left new pages with neither.
    case lenient
  }

  /// The rule given by the first page; nil if that page is not as it was written.
  static func rule(toldBy page: UnsafeRawBufferPointer) -> Rule? {
    let (kept, sum) = (kept(page), sum(of: page, number: 1))
    return kept == sum ? .strict : kept == mark || kept == sum ^ lenience ? .lenient : nil
  }

  /// Whether the header of the first page says that pages have checksums; nil if the bytes are not
  /// a header.
  static func isKept(_ header: UnsafeRawBufferPointer) -> Bool? {
    guard header.count >= SQLiteHeader.length, header.starts(with: SQLiteHeader.magic) else {
      return nil
    }
    return header[20] == length
  }

  /// Whether SQLite reads or writes a whole page with this many bytes, and not a part of one.
  static func isPage(_ count: Int) -> Bool {
    count >= 512 && count & (count - 1) == 0
  }

  /// Whether a page is as it was written, as far as it has a checksum.
  ///
  /// - Parameters:
  ///   - number: the page number, from 1 on.
  ///   - rule: the rule given by the first page.
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

  /// Replaces the checksum of a page with the mark.
  static func unseal(_ page: UnsafeMutableRawBufferPointer) {
    keep(mark, in: page)
  }

  static func kept(_ page: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(littleEndian: page.loadUnaligned(fromByteOffset: page.count - length, as: UInt64.self))
  }

  static func keep(_ value: UInt64, in page: UnsafeMutableRawBufferPointer) {
    page.storeBytes(of: value.littleEndian, toByteOffset: page.count - length, as: UInt64.self)
  }

  static func sum(of page: UnsafeRawBufferPointer, number: Int) -> UInt64 {
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
