/// Events that are in memory already.
public struct GatheredHistory: HistoryContents {
  /// The number of the last event; nil where there is none.
  public let lastSequence: Int?
  /// Whether there are earlier ones that only the limit of the query has left out.
  public let thereAreEarlier: Bool
  private var entries: [HistoryEntry]

  /// Makes them of those that a query is about.
  ///
  /// - Parameters:
  ///   - entries: all of them, or at least one more than the limit, the last one last.
  ///   - limit: how many are wanted, the last ones.
  public init(_ entries: consuming [HistoryEntry], limit: Int) {
    thereAreEarlier = entries.count > limit
    // What is left out is taken away, so that the others need not be copied.
    entries.removeFirst(max(0, entries.count - max(0, limit)))
    lastSequence = entries.last?.event.sequence
    self.entries = entries
  }

  /// All of them, and none the second time.
  public mutating func next() -> [HistoryEntry] {
    defer { entries = [] }
    return entries
  }
}
