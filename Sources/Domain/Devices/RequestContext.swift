/// The time, scope and origin of a call, and how many events of an account the store keeps after it.
public struct RequestContext: Hashable, Sendable {
  /// The number of events that a store keeps of each account unless the caller sets another.
  public static let standardHistoryLimit = 1_000

  /// The time of the call.
  public let time: Timestamp

  /// What the call sees and changes, and its device.
  public let scope: StoreScope

  /// The origin of the call.
  public let origin: Origin

  /// How many of the newest events of each account the store keeps; 0 or more.
  ///
  /// The call removes older ones, as ``HistoryRepository`` defines.
  public let historyLimit: Int

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - time: the time of the call.
  ///   - scope: what the call sees and changes, and its device.
  ///   - origin: the origin of the call.
  ///   - historyLimit: see ``historyLimit``; a negative number counts as 0.
  public init(
    at time: Timestamp,
    in scope: StoreScope,
    from origin: Origin = Origin(),
    historyLimit: Int = standardHistoryLimit
  ) {
    self.time = time
    self.scope = scope
    self.origin = origin
    self.historyLimit = max(0, historyLimit)
  }

  /// The device of the call.
  public var deviceID: DeviceID { scope.deviceID }
}
