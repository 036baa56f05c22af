/// The settings of a store, which apply to all its users.
public struct StoreSettings: Hashable, Sendable {
  /// The settings of a new store.
  public static let standard = StoreSettings(historyLimit: 1_000)

  /// The largest history limit: 1,000,000 events.
  public static let maximumHistoryLimit = 1_000_000

  /// How many of the newest events of each account the store keeps: 0 to
  /// ``maximumHistoryLimit``.
  public let historyLimit: Int

  /// Creates the value.
  ///
  /// - Parameter historyLimit: see ``historyLimit``; a number out of its range counts as the nearest
  ///   one in it.
  public init(historyLimit: Int) {
    self.historyLimit = min(max(0, historyLimit), Self.maximumHistoryLimit)
  }
}
