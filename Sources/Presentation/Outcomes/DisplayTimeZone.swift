public import MonikerDomain

/// The time zone of the times in a text for a person.
public struct DisplayTimeZone: Sendable {
  /// UTC, the zone of all times that programs read.
  public static let utc = DisplayTimeZone { _ in 0 }

  /// Returns how far the zone is ahead of UTC at a moment, in seconds.
  let offset: @Sendable (Timestamp) -> Int

  /// Makes a zone.
  ///
  /// - Parameter offset: returns how far the zone is ahead of UTC at a moment, in seconds.
  public init(offset: @escaping @Sendable (Timestamp) -> Int) {
    self.offset = offset
  }
}
