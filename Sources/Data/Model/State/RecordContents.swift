package import MonikerDomain

/// The records of a state in memory.
package actor RecordContents: StoreContents {
  private static let batchSize = 1_000

  private let state: StoreState
  private let profiled: [AccountID]
  private let count: Int
  private var position = 0

  package init(_ state: StoreState) {
    self.state = state
    profiled = state.accountsWithProfiles
    count = state.recordCount
  }

  package func next() -> [StoreRecord] {
    let end = min(position + Self.batchSize, count)
    defer { position = end }
    return (position..<end).map { state.record(at: $0, profiled) }
  }
}
