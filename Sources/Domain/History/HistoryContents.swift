/// Events as of one moment, the last one last, read piece by piece so that they need not fit into memory.
///
/// Changes that are made to the store meanwhile do not show. A copy may go on where the original is or by itself:
/// whoever reads one of them does not read the other.
public protocol HistoryContents: Sendable {
  /// The number of the last event; nil where there is none.
  var lastSequence: Int? { get }

  /// Whether there are earlier ones that only the limit of the query has left out.
  var thereAreEarlier: Bool { get }

  /// The next events.
  ///
  /// - Returns: some events; none after the last one.
  /// - Throws: the failure of the store.
  mutating func next() async throws(StoreFailure) -> [HistoryEntry]
}

extension HistoryContents {
  /// All that have not been read yet, at once, for whoever reads nothing more.
  public consuming func rest() async throws(StoreFailure) -> [HistoryEntry] {
    var entries = try await next()
    while let last = entries.last, last.event.sequence != lastSequence {
      let more = try await next()
      if more.isEmpty { break }
      entries += more
    }
    return entries
  }
}
