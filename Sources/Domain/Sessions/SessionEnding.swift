/// The time and reason of a session's end.
public struct SessionEnding: Hashable, Sendable, Codable {
  /// Why a session ended; stores keep the raw values, which never change.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    /// The session expired.
    case expired
    /// The account signed out.
    case signedOut
    /// The session was revoked, on this device or elsewhere.
    case revoked
  }

  /// The time of the end; for an expired session, its expiry time.
  public let time: Timestamp

  /// The reason of the end.
  public let reason: Reason

  /// The ``HistoryEvent/sequence`` of the event that records the end.
  ///
  /// It is nil if the session was only judged as expired and no change has recorded that yet. In a
  /// thrown error it may be the number that the event would have received.
  public let sequence: Int?

  /// Creates the value.
  public init(at time: Timestamp, _ reason: Reason, recordedAs sequence: Int? = nil) {
    self.time = time
    self.reason = reason
    self.sequence = sequence
  }
}
