import MonikerDomain

/// Events, oldest first, as text in pieces, so that the whole need not fit into memory.
public struct HistoryOutcome: Sendable {
  private var reader: HistoryReader
  private let store: StoreDescription
  private let isJSON: Bool
  private let zone: DisplayTimeZone
  private var place = Place.start

  private enum Place {
    case start, events, end
  }

  /// - Parameters:
  ///   - isJSON: whether the pieces form one JSON document, with times in UTC.
  ///   - zone: the zone of the times in a text.
  init(
    _ reader: HistoryReader,
    isJSON: Bool,
    in zone: DisplayTimeZone,
    store: StoreDescription
  ) {
    self.reader = reader
    self.isJSON = isJSON
    self.zone = zone
    self.store = store
  }

  /// That older events are not shown; nil if there are none.
  public var notice: Message? {
    reader.hasEarlierEvents ? Message("There are earlier events.", [.showMoreEvents]) : nil
  }

  /// The next piece of the text or of the JSON document.
  ///
  /// As text, a line for each event. As JSON, a part of the document with `events` (`sequence`,
  /// `time`, `kind`, `nickname`, `previousNickname`, `accountID`, `accountRemoved`, `sessionID`,
  /// `deviceID`, `host`, `terminal`; null for an unknown value), `moreEvents` (whether there are older ones) and
  /// `store`.
  ///
  /// - Returns: nil after the last piece, which ends with a line feed.
  public mutating func next() async throws(Problem) -> String? {
    guard place != .end else { return nil }
    let isFirst = place == .start
    let events: [HistoryEvent]
    do {
      events = try await reader.next()
    } catch {
      throw Problem(error)
    }
    place = events.isEmpty ? .end : .events
    return isJSON ? try json(events, first: isFirst) : text(events, first: isFirst)
  }

  private func text(_ events: [HistoryEvent], first isFirst: Bool) -> String? {
    guard !events.isEmpty else {
      guard isFirst else { return nil }
      return reader.hasEarlierEvents ? "No event is shown.\n" : "There are no events.\n"
    }
    let width = reader.lastSequence.map { String($0).count } ?? 0
    return events.map { $0.line(width, in: zone) + "\n" }.joined().visibleLines
  }

  private func json(_ events: [HistoryEvent], first isFirst: Bool) throws(Problem) -> String {
    let beginning = isFirst ? "{\"events\":[" : ""
    guard !events.isEmpty else {
      // The remaining keys follow `events` in sorted order; the comma replaces the brace.
      let rest = try JSONDocument.text(
        End(moreEvents: reader.hasEarlierEvents, store: store)
      ).dropFirst()
      return beginning + "]," + rest + "\n"
    }
    let fields = try JSONDocument.text(events.map(EventDocument.init)).dropFirst().dropLast()
    return beginning + (isFirst ? "" : ",") + fields
  }

  private struct End: Encodable {
    let moreEvents: Bool
    let store: StoreDescription
  }
}

extension HistoryEvent {
  fileprivate func line(_ width: Int, in zone: DisplayTimeZone) -> String {
    let number = String(sequence)
    let words = kind.words.padding(to: 10)
    let origin = place.isEmpty ? "" : " (\(place))"
    let earlier = earlierNickname.map { ", formerly \($0.visible)" } ?? ""
    return String(repeating: " ", count: max(0, width - number.count)) + number
      + "  \(time.seconds(in: zone))  \(words)  "
      + "\(nickname?.visible ?? "a removed account")\(earlier)\(origin)"
  }
}

extension String {
  /// The text with spaces behind it, so that texts of fewer characters have one width.
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
