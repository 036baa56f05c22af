/// When a session has ended, and why.
public struct SessionEnding: Hashable, Sendable {
  /// Why a session ends; the raw values are what stores keep and never change.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// It ran out.
    case expired
    /// Whoever it belonged to has signed out.
    case signedOut
    /// It was ended as one of a list, on this device or elsewhere.
    case revoked
  }

  /// When; of a session that ran out the moment from which it no longer held.
  public let time: Timestamp

  /// Why.
  public let reason: Reason

  /// The ``HistoryEvent/sequence`` of the event that tells of it.
  ///
  /// It is nil where the session is only judged so and nothing has been written since. In a refusal it
  /// may be the number that the event would have got.
  public let sequence: Int?

  /// Makes the value.
  public init(at time: Timestamp, _ reason: Reason, recordedAs sequence: Int? = nil) {
    self.time = time
    self.reason = reason
    self.sequence = sequence
  }
}
