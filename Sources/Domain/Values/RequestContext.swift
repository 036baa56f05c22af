/// The time and origin of a call, and how many events the store keeps after it.
public struct RequestContext: Hashable, Sendable {
  /// The number of events that a store keeps unless the caller sets another.
  public static let standardHistoryLimit = 1_000

  /// The time of the call.
  public let time: Timestamp

  /// The origin of the call.
  public let origin: Origin

  /// How many of the newest events the store keeps; 0 or more.
  ///
  /// The call removes older ones, as ``HistoryRepository`` defines.
  public let historyLimit: Int

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - time: the time of the call.
  ///   - origin: the origin of the call.
  ///   - historyLimit: see ``historyLimit``; a negative number counts as 0.
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
