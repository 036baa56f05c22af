/// Reads the newest events of a query from the oldest one on, page by page.
///
/// The events that are lost between two reads, because of the history limit, are left out.
public struct HistoryReader: Sendable {
  /// Whether there are older events than those that are read.
  public let hasEarlierEvents: Bool

  /// The number of the newest event; nil if there are no events.
  public let lastSequence: Int?

  private let history: any HistoryRepository
  private let query: HistoryQuery
  private let scope: StoreScope

  /// The pages that are still to be read, the newest first.
  private var pages: [PageRequest] = []

  /// The newest page, which was read first.
  private var newest: [HistoryEvent] = []

  /// The number of the last event that was returned; at first, one less than that of the oldest.
  private var last = 0

  /// Finds the pages of the newest events: it reads them all and keeps the first one.
  ///
  /// - Parameter limit: the maximum number of events.
  init(
    _ history: any HistoryRepository,
    _ query: HistoryQuery,
    limit: Int,
    in scope: StoreScope
  ) async throws(HistoryError) {
    (self.history, self.query, self.scope) = (history, query, scope)
    var rest = max(0, limit)
    // A limit of 0 reads one event, which tells whether there are earlier ones.
    var next: PageRequest? = PageRequest(limit: rest)
    var isEarlier = false
    while let request = next {
      let page = try await history.events(query, request, in: scope)
      if rest == 0 {
        isEarlier = !page.entries.isEmpty
        break
      }
      if pages.isEmpty { newest = page.entries.reversed() }
      pages.append(request)
      rest -= page.entries.count
      if let oldest = page.entries.last { last = oldest.sequence - 1 }
      isEarlier = rest <= 0 && page.next != nil
      next = isEarlier ? nil : page.next.map { PageRequest(at: $0, limit: rest) }
    }
    hasEarlierEvents = isEarlier
    lastSequence = newest.last?.sequence
  }

  /// Returns the next events, in the order of their numbers; an empty array after the last one.
  ///
  /// - Throws: ``HistoryError/store(_:)``.
  public mutating func next() async throws(HistoryError) -> [HistoryEvent] {
    while let request = pages.popLast() {
      let events: [HistoryEvent]
      if pages.isEmpty {
        events = newest
      } else {
        // A page that has lost events goes on with older ones.
        events = try await history.events(query, request, in: scope).entries.reversed()
          .filter { $0.sequence > last }
      }
      guard let end = events.last?.sequence else { continue }
      last = end
      return events
    }
    return []
  }
}
