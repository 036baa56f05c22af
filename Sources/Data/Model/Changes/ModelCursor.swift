package import MonikerDomain

/// The cursor of a list of the model: the last entry that was read, some entries before it, and its time.
///
/// The model keeps no numbers of its entries. If the last entry is gone, the list goes on behind the
/// nearest entry before it. If all of these are gone, it goes on at its beginning if they were its first
/// ones, and otherwise behind the entries of that time.
struct ModelCursor {
  /// How many entries the cursor names.
  static let maximumCount = 16

  private let time: Int64
  /// The IDs of the entries, the last one first; an empty text stands for the beginning of the list.
  private let ids: [Substring]

  init?(_ cursor: PageCursor) {
    let parts = cursor.description.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count > 1, let time = Int64(parts[0]) else { return nil }
    self.time = time
    ids = Array(parts.dropFirst())
  }

  static func text(_ time: Timestamp, _ ids: [String]) -> String {
    "\(time.millisecondsSince1970)_\(ids.joined(separator: "_"))"
  }

  /// The place behind the cursor in a list.
  func place<Entry>(
    in entries: [Entry],
    _ key: (Entry) -> (time: Timestamp, id: String)
  ) -> Int {
    for id in ids {
      if id.isEmpty { return 0 }
      if let last = entries.lastIndex(where: { key($0).id == id }) { return last + 1 }
    }
    let later = entries.firstIndex { key($0).time.millisecondsSince1970 > time }
    return later ?? entries.count
  }
}

extension PageRequest {
  /// Returns a page of a list that is in memory.
  ///
  /// - Parameters:
  ///   - entries: all entries in the view of the caller, also those that the page does not show: a
  ///     cursor names them.
  ///   - location: the location of the store, for failures.
  ///   - isShown: whether the page shows an entry.
  ///   - key: returns the time and the ID of an entry.
  func page<Entry: Sendable>(
    of entries: [Entry],
    at location: String,
    showing isShown: (Entry) -> Bool = { _ in true },
    _ key: (Entry) -> (time: Timestamp, id: String)
  ) throws(StoreFailure) -> Page<Entry> {
    var start = 0
    if let cursor {
      guard let place = ModelCursor(cursor) else { throw .noSuchCursor(at: location) }
      start = place.place(in: entries, key)
    }
    var places: [Int] = []
    for place in entries.indices[start...] where isShown(entries[place]) {
      places.append(place)
      if places.count > limit { break }
    }
    let found = Page(places, self) { place in
      let named = entries[...place].suffix(ModelCursor.maximumCount)
      let ids = named.reversed().map { key($0).id } + (named.startIndex == 0 ? [""] : [])
      return PageCursor(ModelCursor.text(key(entries[place]).time, ids))
    }
    return found.map { entries[$0] }
  }
}

extension StoreFailure {
  /// The failure of every store for a cursor that it cannot read.
  package static func noSuchCursor(at location: String) -> StoreFailure {
    StoreFailure(.unsupported, at: location, detail: "the cursor is not one of this list")
  }
}
