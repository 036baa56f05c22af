/// Which events are wanted.
public struct HistoryQuery: Hashable, Sendable {
  /// Whose; nil for everybody's.
  public let holder: NicknameReference?

  /// From which moment on; nil for all.
  public let since: Timestamp?

  /// How many at the most, the last ones; what is below 0 counts as 0.
  public let limit: Int

  /// Makes the value.
  public init(of holder: NicknameReference? = nil, since: Timestamp? = nil, limit: Int) {
    self.holder = holder
    self.since = since
    self.limit = max(0, limit)
  }
}
