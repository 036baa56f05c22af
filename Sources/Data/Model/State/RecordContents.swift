package import MonikerDomain

/// The records of a state in memory.
package actor RecordContents: StoreContents {
  private static let batchSize = 1_000

  private let state: StoreState
  private var position = 0

  package init(_ state: StoreState) {
    self.state = state
  }

  package func next() -> [StoreRecord] {
    let end = min(position + Self.batchSize, state.recordCount)
    defer { position = end }
    return (position..<end).map(state.record)
  }
}
