/// Restores pages of a damaged database in which one byte is damaged, by their checksums.
struct SQLitePageRestoration {
  /// The first page of an empty database with the tables that every store has.
  let template: [UInt8]

  /// Restores what can be restored.
  ///
  /// - Parameter bytes: the content of the database file.
  /// - Returns: whether the first page is as it was written.
  func restore(_ bytes: inout [UInt8]) -> Bool {
    let fileSize = bytes.count
    return bytes.withUnsafeMutableBytes { bytes in
      guard let size = restoreFirstPage(of: bytes, fileSize) else { return false }
      let rule =
        SQLitePageSum.rule(toldBy: UnsafeRawBufferPointer(rebasing: bytes.prefix(size))) ?? .strict
      for start in stride(from: size, through: bytes.count - size, by: size) {
        let page = UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + size])
        let number = start / size + 1
        guard !SQLitePageSum.isRight(UnsafeRawBufferPointer(page), number: number, by: rule) else {
          continue
        }
        let corrections = SQLitePageSum.corrections(
          of: UnsafeRawBufferPointer(page),
          number: number
        )
        if corrections.count == 1 { corrections[0].apply(to: page) }
      }
      return true
    }
  }

  /// Whether a page is the first page of a database with one damaged byte.
  ///
  /// - Parameters:
  ///   - page: the beginning of the file.
  ///   - isWanted: whether a restored page is of the right kind.
  static func isDamaged(
    _ page: inout [UInt8],
    _ isWanted: (UnsafeRawBufferPointer) -> Bool
  ) -> Bool {
    page.withUnsafeMutableBytes { bytes in
      for size in sizes(bytes) {
        let page = UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(size))
        if SQLitePageSum.rule(toldBy: UnsafeRawBufferPointer(page)) != nil { return false }
        for correction in SQLitePageSum.corrections(of: UnsafeRawBufferPointer(page), number: 1) {
          let isRight = Self.with(correction, in: page) { isWanted(UnsafeRawBufferPointer(page)) }
          if isRight { return true }
        }
      }
      return false
    }
  }

  /// - Returns: the size of a page; nil if the first page is damaged beyond one byte.
  private func restoreFirstPage(
    of bytes: UnsafeMutableRawBufferPointer,
    _ fileSize: Int
  ) -> Int? {
    for size in Self.sizes(bytes) {
      let page = UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(size))
      if SQLitePageSum.rule(toldBy: UnsafeRawBufferPointer(page)) != nil { return size }
      // A correction that makes the page agree less with what it should be is a chance.
      let present = agreement(of: UnsafeRawBufferPointer(page), fileSize)
      var best: (correction: SQLitePageSum.Correction, agreement: Int, isOnly: Bool)?
      for correction in SQLitePageSum.corrections(of: UnsafeRawBufferPointer(page), number: 1) {
        let found = Self.with(correction, in: page) {
          agreement(of: UnsafeRawBufferPointer(page), fileSize)
        }
        if found >= present, found > best?.agreement ?? -1 {
          best = (correction, found, true)
        } else if found == best?.agreement {
          best?.isOnly = false
        }
      }
      if let best, best.isOnly {
        best.correction.apply(to: page)
        return size
      }
    }
    return nil
  }

  /// Puts the template in the place of the first page, if most of the other pages are those of a
  /// store.
  ///
  /// All stores have these tables on the same pages. Others, which are made later, are lost.
  ///
  /// - Returns: whether it was replaced.
  func replaceFirstPage(of bytes: inout [UInt8]) -> Bool {
    let size = template.count
    let pages = bytes.count / size
    return bytes.withUnsafeMutableBytes { bytes in
      let sound = (1..<max(1, pages)).count { index in
        SQLitePageSum.isRight(
          UnsafeRawBufferPointer(rebasing: bytes[index * size..<(index + 1) * size]),
          number: index + 1,
          by: .strict
        )
      }
      guard pages > 1, sound * 2 >= pages - 1 else { return false }
      bytes.copyBytes(from: template)
      // The size of the database.
      bytes.storeBytes(of: UInt32(pages).bigEndian, toByteOffset: 28, as: UInt32.self)
      return true
    }
  }

  /// The possible sizes of a page: that of the header first, which may be damaged.
  private static func sizes(_ bytes: UnsafeMutableRawBufferPointer) -> [Int] {
    guard bytes.count >= SQLiteHeader.length else { return [] }
    let named = SQLiteHeader.pageSize(Array(bytes.prefix(SQLiteHeader.length)))
    return ([named] + (9...16).map { 1 << $0 })
      .filter { SQLitePageSum.isPage($0) && $0 <= bytes.count }
  }

  /// Runs `body` while a page is corrected.
  private static func with<Result>(
    _ correction: SQLitePageSum.Correction,
    in page: UnsafeMutableRawBufferPointer,
    _ body: () -> Result
  ) -> Result {
    let word = page.loadUnaligned(fromByteOffset: correction.offset, as: UInt32.self)
    defer { page.storeBytes(of: word, toByteOffset: correction.offset, as: UInt32.self) }
    correction.apply(to: page)
    return body()
  }

  /// How well a first page agrees with the template, with the size of the file, and with itself.
  ///
  /// Source of the offsets: "Database File Format", section 1.3.
  private func agreement(of page: UnsafeRawBufferPointer, _ fileSize: Int) -> Int {
    func number(_ offset: Int) -> UInt32 {
      UInt32(bigEndian: page.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    var agreement = 0
    if page.count == template.count {
      for range in [0..<24, 40..<92, 96..<page.count - SQLitePageSum.length] {
        for place in range where page[place] == template[place] { agreement += 1 }
      }
    }
    // The change counter and the place where it is repeated.
    if number(24) == number(92) { agreement += 8 }
    if Int(number(28)) * page.count == fileSize { agreement += 8 }
    // The first page of the free list, and the number of its pages.
    if (number(32) == 0) == (number(36) == 0) { agreement += 8 }
    return agreement
  }
}
