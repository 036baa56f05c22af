import MonikerDomain

/// What a store holds that is in memory as a whole.
actor RecordContents: StoreContents {
  private static let batchSize = 1_000

  private let state: StoreState
  private let count: Int
  private var position = 0

  /// - Parameter isWhole: whether the metadata are there, too, which end the records.
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
