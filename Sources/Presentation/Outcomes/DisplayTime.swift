public import MonikerDomain

/// A moment as a front end shows it: for people, and for programs that read what is shown.
public struct DisplayTime: Hashable, Sendable {
  /// The moment in UTC, to the minute: `2026-11-21 08:19 UTC`.
  public let text: String

  /// The moment in UTC, with milliseconds (RFC 3339).
  public let machine: String

  /// Makes the value.
  public init(_ time: Timestamp) {
    text = time.minutes(in: .utc)
    machine = time.rfc3339
  }
}
