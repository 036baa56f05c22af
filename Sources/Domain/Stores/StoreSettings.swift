/// The settings of a store, which apply to all its users.
public struct StoreSettings: Hashable, Sendable {
  /// The settings of a new store.
  public static let standard = StoreSettings(historyLimit: 1_000)

  /// The largest history limit: 1,000,000 events.
  public static let maximumHistoryLimit = 1_000_000

  /// The longest rest of a nickname: 3,650 days.
  public static let maximumNicknameRest = Duration.seconds(3_650 * 86_400)

  /// How many of the newest events of each account the store keeps: 0 to
  /// ``maximumHistoryLimit``.
  public let historyLimit: Int

  /// How long a nickname that an account gives up rests for it: zero to ``maximumNicknameRest``, in
  /// whole milliseconds.
  ///
  /// Zero suits a store in a home, 30 days one that people share.
  public let nicknameRest: Duration

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - historyLimit: see ``historyLimit``; a number out of its range counts as the nearest one in
  ///     it.
  ///   - nicknameRest: see ``nicknameRest``; likewise.
  public init(historyLimit: Int, nicknameRest: Duration = .zero) {
    self.historyLimit = min(max(0, historyLimit), Self.maximumHistoryLimit)
    let rest = min(max(.zero, nicknameRest), Self.maximumNicknameRest)
    self.nicknameRest = .milliseconds(rest.wholeMilliseconds)
  }
}

/// A change of the settings of a store.
public struct StoreSettingsChange: Hashable, Sendable {
  /// The new history limit; nil to keep it.
  public let historyLimit: Int?

  /// The new rest of nicknames; nil to keep it.
  public let nicknameRest: Duration?

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - historyLimit: see ``historyLimit`` and ``StoreSettings/historyLimit``.
  ///   - nicknameRest: see ``nicknameRest`` and ``StoreSettings/nicknameRest``.
  public init(historyLimit: Int? = nil, nicknameRest: Duration? = nil) {
    self.historyLimit = historyLimit
    self.nicknameRest = nicknameRest
  }

  /// Returns settings with the change.
  public func applied(to settings: StoreSettings) -> StoreSettings {
    StoreSettings(
      historyLimit: historyLimit ?? settings.historyLimit,
      nicknameRest: nicknameRest ?? settings.nicknameRest
    )
  }
}
