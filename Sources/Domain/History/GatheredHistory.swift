/// Events that are in memory already.
public actor GatheredHistory: HistoryContents {
  /// The number of the last event; nil where there is none.
  public nonisolated let lastSequence: Int?
  /// Whether there are earlier ones that only the limit of the query has left out.
  public nonisolated let thereAreEarlier: Bool
  private var entries: [HistoryEntry]

  /// Makes them of those that a query is about.
  ///
  /// - Parameters:
  ///   - entries: all of them, or at least one more than the limit, the last one last.
  ///   - limit: how many are wanted, the last ones.
  public init(_ entries: [HistoryEntry], limit: Int) {
    self.entries = entries.suffix(max(0, limit))
    lastSequence = self.entries.last?.event.sequence
    thereAreEarlier = entries.count > limit
  }

  /// All of them, and none the second time.
  public func next() -> [HistoryEntry] {
    defer { entries = [] }
    return entries
  }
}
