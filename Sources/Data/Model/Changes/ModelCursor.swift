package import MonikerDomain

/// The cursor of a list of the model: the time and the ID of the last entry that was read.
///
/// If that entry is gone, the list goes on behind the entries of its time.
struct ModelCursor {
  private let time: Int64
  private let id: String

  init(_ time: Timestamp, _ id: some CustomStringConvertible) {
    self.time = time.millisecondsSince1970
    self.id = id.description
  }

  init?(_ cursor: PageCursor) {
    let parts = cursor.description.split(separator: "_", maxSplits: 1)
    guard parts.count == 2, let time = Int64(parts[0]) else { return nil }
    self.time = time
    id = String(parts[1])
  }

  var cursor: PageCursor { PageCursor("\(time)_\(id)") }

  /// The place behind the cursor in a list.
  func place<Entry>(
    in entries: [Entry],
    _ key: (Entry) -> (time: Timestamp, id: String)
  ) -> Int {
    if let last = entries.lastIndex(where: { key($0).id == id }) { return last + 1 }
    let later = entries.firstIndex { key($0).time.millisecondsSince1970 > time }
    return later ?? entries.count
  }
}

extension PageRequest {
  /// Returns a page of a list that is in memory.
  func page<Entry: Sendable>(
    of entries: [Entry],
    at location: String,
    _ key: (Entry) -> (time: Timestamp, id: String)
  ) throws(StoreFailure) -> Page<Entry> {
    var start = 0
    if let cursor {
      guard let place = ModelCursor(cursor) else { throw .noSuchCursor(at: location) }
      start = place.place(in: entries, key)
    }
    return Page(Array(entries[start...].prefix(limit + 1)), self) { entry in
      let (time, id) = key(entry)
      return ModelCursor(time, id).cursor
    }
  }
}

extension StoreFailure {
  /// The failure of every store for a cursor that it cannot read.
  package static func noSuchCursor(at location: String) -> StoreFailure {
    StoreFailure(.unsupported, at: location, detail: "the cursor is not one of this list")
  }
}
