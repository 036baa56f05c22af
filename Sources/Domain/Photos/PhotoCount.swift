/// A number of photos to fetch: 0 to ``maximum``.
public struct PhotoCount: Hashable, Sendable {
  /// The largest number: 30, which is the most that photo sources give at once.
  public static let maximum = 30

  /// The number.
  public let value: Int

  /// Creates the value.
  ///
  /// - Parameter value: 0 to ``maximum``.
  /// - Throws: ``PhotoError/count(_:)`` for any other number.
  public init(_ value: Int) throws(PhotoError) {
    guard 0...Self.maximum ~= value else { throw .count(value) }
    self.value = value
  }

  private init(within value: Int) {
    self.value = min(max(0, value), Self.maximum)
  }

  /// One more; the same at ``maximum``.
  public var raised: PhotoCount { PhotoCount(within: value + 1) }

  /// One less; the same at 0.
  public var lowered: PhotoCount { PhotoCount(within: value - 1) }
}
