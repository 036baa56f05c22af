package import MonikerDomain

/// The cursors of stores whose rows have numbers.
extension PageRequest {
  /// The row number behind which the page begins.
  ///
  /// - Parameters:
  ///   - location: the location of the store, for failures.
  ///   - first: that of the first page.
  package func rowNumber(
    at location: String,
    first: Int64
  ) throws(StoreFailure) -> Int64 {
    guard let cursor else { return first }
    guard let number = Int64(cursor.description) else { throw .noSuchCursor(at: location) }
    return number
  }

  /// The page of the rows that were found: one more than the limit if there are as many.
  package func page<Entry: Sendable>(
    of found: [(number: Int64, entry: Entry)]
  ) -> Page<Entry> {
    let next = found.count > limit ? PageCursor("\(found[limit - 1].number)") : nil
    return Page(entries: found.prefix(limit).map(\.entry), next: next)
  }
}
