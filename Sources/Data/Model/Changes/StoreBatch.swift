/// What a store says about changes that it has delivered together.
public struct StoreBatch: Sendable {
  /// For each change, the time from its call until its result: it is durable, was refused, or has failed.
  public let waits: [Duration]

  package init(waits: [Duration]) {
    self.waits = waits
  }
}
