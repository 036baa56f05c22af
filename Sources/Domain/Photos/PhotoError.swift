/// The errors of fetching and choosing photos.
public enum PhotoError: Error, Hashable, Sendable {
  /// A number of photos that is not in the range of ``PhotoCount``.
  case count(Int)

  /// The source has no photo with this ID.
  case noSuchPhoto(String)

  /// No photo was fetched for this place of a collection, counted from 0.
  case noPhoto(atPlace: Int)

  /// The source failed.
  case source(PhotoSourceFailure)
}

/// The failure of a photo source, translated by its adapter.
///
/// A source that fails throws: it never returns an empty result in place of a failure.
public struct PhotoSourceFailure: Error, Hashable, Sendable {
  /// The kinds of failure that a caller can distinguish.
  public enum Reason: Hashable, Sendable {
    /// The source cannot be reached, or the connection is not one to trust.
    case unreachable
    /// The source has not answered in time.
    case timedOut
    /// The source refuses the key.
    case unauthorized
    /// The source does not answer this caller.
    case permissionDenied
    /// The source answers no more requests with this key for some time.
    case rateLimited
    /// The source answers with an error of its own.
    case unavailable
    /// The answer is not one that the source documents.
    case malformed
  }

  /// The kind of failure.
  public let reason: Reason

  /// The name or the address of the source.
  public let source: String

  /// What happened, in a few words for a person to read, without a full stop and without a secret.
  public let detail: String

  /// Creates the value.
  public init(_ reason: Reason, of source: String, detail: String) {
    self.reason = reason
    self.source = source
    self.detail = detail
  }
}
