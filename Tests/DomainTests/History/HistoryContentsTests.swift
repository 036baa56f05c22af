import MonikerDomain
import MonikerDoubles
import Testing

@Suite struct `The contents of a history` {
  /// Returns one event at a time.
  private actor Pieces: HistoryContents {
    nonisolated let lastSequence: Int?
    nonisolated let thereAreEarlier = false
    private(set) var askedCount = 0
    private var rest: ArraySlice<HistoryEntry>

    init(_ entries: [HistoryEntry], lastSequence: Int?) {
      rest = entries[...]
      self.lastSequence = lastSequence
    }

    func next() -> [HistoryEntry] {
      askedCount += 1
      return rest.popFirst().map { [$0] } ?? []
    }
  }

  private func entries(_ count: Int) -> [HistoryEntry] {
    (0..<count).map { number in
      let event = HistoryEvent(
        sequence: number + 1,
        time: ManualClock().now,
        kind: .accountAdded,
        accountID: AccountID(high: 0, low: 1),
        nickname: "mina",
        earlierNickname: nil,
        sessionID: nil,
        origin: Origin()
      )
      return HistoryEntry(event: event, isOfRemovedAccount: false)
    }
  }

  @Test(arguments: 0...3)
  func `are read up to the last event, and not further`(count: Int) async throws {
    let entries = entries(count)
    let pieces = Pieces(entries, lastSequence: entries.last?.event.sequence)
    #expect(try await pieces.rest() == entries)
    #expect(await pieces.askedCount == max(1, count))
  }

  @Test func `end if there are no more events, even before the last event`() async throws {
    let entries = entries(2)
    #expect(try await Pieces(entries, lastSequence: 9).rest() == entries)
  }
}
