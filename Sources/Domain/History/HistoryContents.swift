/// Events as of one moment, read in batches so that they need not fit into memory.
///
/// The events are in the order of their numbers. Later changes to the store are not visible. A copy
/// of the contents continues from the original's position and may or may not share it, so read only
/// one of the two.
public protocol HistoryContents: Sendable {
  /// The number of the newest event; nil if there are no events.
  var lastSequence: Int? { get }

  /// Whether the limit of the query left out older events.
  var thereAreEarlier: Bool { get }

  /// Returns the next batch of events.
  ///
  /// - Returns: some events; an empty array after the last one.
  /// - Throws: the failure of the store.
  mutating func next() async throws(StoreFailure) -> [HistoryEntry]
}

extension HistoryContents {
  /// Returns all events that were not read yet.
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
