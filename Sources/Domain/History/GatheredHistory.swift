/// History contents whose events are all in memory.
public struct GatheredHistory: HistoryContents {
  /// The number of the newest event; nil if there are no events.
  public let lastSequence: Int?
  /// Whether the limit of the query left out older events.
  public let thereAreEarlier: Bool
  private var entries: [HistoryEntry]

  /// Creates the contents from the events that match a query.
  ///
  /// - Parameters:
  ///   - entries: all matching events, or at least one more than the limit, in the order of their
  ///     numbers.
  ///   - limit: the maximum number of events; the newest ones are kept.
  public init(_ entries: consuming [HistoryEntry], limit: Int) {
    thereAreEarlier = entries.count > limit
    // Removed in place, so that the other entries are not copied.
    entries.removeFirst(max(0, entries.count - max(0, limit)))
    lastSequence = entries.last?.event.sequence
    self.entries = entries
  }

  /// Returns all events; an empty array from the second call on.
  public mutating func next() -> [HistoryEntry] {
    defer { entries = [] }
    return entries
  }
}
