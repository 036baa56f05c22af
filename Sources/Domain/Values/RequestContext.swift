/// When and where something is done, and how much is remembered of what was done before.
public struct RequestContext: Hashable, Sendable {
  /// How many events are remembered unless somebody wants it otherwise.
  public static let standardHistoryLimit = 1_000

  /// What the clock says.
  public let time: Timestamp

  /// Where it is done.
  public let origin: Origin

  /// How many events the store keeps after this, the last ones; 0 or more.
  public let historyLimit: Int

  /// Makes the value.
  ///
  /// - Parameters:
  ///   - time: what the clock says.
  ///   - origin: where it is done.
  ///   - historyLimit: see ``historyLimit``; what is below 0 counts as 0.
  public init(
    at time: Timestamp,
    from origin: Origin = Origin(),
    historyLimit: Int = standardHistoryLimit
  ) {
    self.time = time
    self.origin = origin
    self.historyLimit = max(0, historyLimit)
  }
}
