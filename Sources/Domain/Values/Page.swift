/// A part of a list that is read in pages, and where the next page begins.
///
/// Each page is as of the moment of its call, and nothing is held between two calls. What is in the list
/// all the time is on exactly one of its pages, whatever is added or removed between.
public struct Page<Entry: Sendable>: Sendable {
  /// The entries, in the order of the list.
  public let entries: [Entry]

  /// The cursor of the next page; nil if there was nothing behind this one.
  public let next: PageCursor?

  /// Creates the value.
  public init(entries: [Entry], next: PageCursor?) {
    self.entries = entries
    self.next = next
  }
}

extension Page: Equatable where Entry: Equatable {}

/// Selects a page of a list.
public struct PageRequest: Hashable, Sendable {
  /// The maximum number of entries of a page: 1,000.
  public static let maximumLimit = 1_000

  /// The first page, with as many entries as a page can have.
  public static let first = PageRequest()

  /// The cursor of the page; nil for the first one.
  public let cursor: PageCursor?

  /// The maximum number of entries.
  public let limit: Int

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - cursor: see ``cursor``.
  ///   - limit: the maximum number of entries, from 1 to ``maximumLimit``; a number outside counts as
  ///     the nearest one inside.
  public init(at cursor: PageCursor? = nil, limit: Int = maximumLimit) {
    self.cursor = cursor
    self.limit = min(max(1, limit), Self.maximumLimit)
  }
}

/// A place in a list of a store, which that store alone can read.
public struct PageCursor: Hashable, Sendable, CustomStringConvertible {
  /// The text form, by which a service gives the cursor to a caller and gets it back.
  public let description: String

  /// Creates the cursor from its text form.
  public init(_ text: String) {
    description = text
  }
}

extension Page {
  /// Makes a page of what a store has found from its cursor on.
  ///
  /// - Parameters:
  ///   - found: the entries, one more than the limit if there are as many.
  ///   - cursor: returns the place behind an entry.
  package init(_ found: [Entry], _ request: PageRequest, cursor: (Entry) -> PageCursor) {
    let entries = Array(found.prefix(request.limit))
    let next = found.count > request.limit ? entries.last.map(cursor) : nil
    self.init(entries: entries, next: next)
  }

  /// The same page with other entries.
  package func map<Other: Sendable>(_ transform: (Entry) -> Other) -> Page<Other> {
    Page<Other>(entries: entries.map(transform), next: next)
  }
}

extension PageCursor {
  /// Reads all pages of a list.
  package static func all<Entry: Sendable, Failure: Error>(
    _ page: (PageRequest) async throws(Failure) -> Page<Entry>
  ) async throws(Failure) -> [Entry] {
    var last = try await page(.first)
    var entries = last.entries
    while let next = last.next {
      last = try await page(PageRequest(at: next))
      entries += last.entries
    }
    return entries
  }
}
