import MonikerDomain

/// The records of a state in memory.
actor RecordContents: StoreContents {
  private static let batchSize = 1_000

  private let state: StoreState
  private let count: Int
  private var position = 0

  /// - Parameter isWhole: whether the records end with the metadata. A staging store without its
  ///   last records has none.
  init(_ state: StoreState, isWhole: Bool = true) {
    self.state = state
    count = isWhole ? state.recordCount : state.recordCount - 1
  }

  func next() -> [StoreRecord] {
    let end = min(position + Self.batchSize, count)
    defer { position = end }
    return (position..<end).map(state.record)
  }
}
