/// Which page of a collection is shown, where each page has one photo and is as wide as the screen.
public struct PageControl: Hashable, Sendable {
  /// The number of pages: that of the photos.
  public let numberOfPages: Int

  /// The page that is shown: from 0 to the last one; 0 if there is none.
  public let currentPage: Int

  /// Finds the page at a place in the collection.
  ///
  /// The current page is the whole part of `offset / width`. It is the first or the last page if the
  /// offset is before or beyond them, and the first one if a number is not usable: a width that is not
  /// positive and finite, or an offset that is not a number.
  ///
  /// - Parameters:
  ///   - numberOfPages: the number of photos; 0 if it is negative.
  ///   - offset: how far the collection is scrolled, in any unit of length.
  ///   - width: the width of the screen, in the same unit.
  public init(numberOfPages: Int, offset: Double = 0, width: Double = 0) {
    self.numberOfPages = max(0, numberOfPages)
    let last = max(0, self.numberOfPages - 1)
    guard width.isFinite, width > 0, offset > 0 else {
      currentPage = 0
      return
    }
    let page = offset / width
    // Converting a larger number would trap.
    currentPage = page < Double(last) ? Int(page) : last
  }
}
