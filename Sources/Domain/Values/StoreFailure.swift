/// Why a store could not answer, translated at the store's edge.
///
/// A store that fails says so: it never answers "nobody" or "nothing" in place of a failure.
public struct StoreFailure: Error, Hashable, Sendable {
  /// The kinds of failure that a caller may want to tell apart.
  public enum Reason: Hashable, Sendable {
    /// Others held the store for longer than this store waits; trying again may succeed.
    case busy
    /// The store is not where it should be, or cannot be made there.
    case unreachable
    /// The system does not permit it.
    case permissionDenied
    /// The content is not a store's, or contradicts itself.
    case damaged
    /// The content is some other program's.
    case foreign
    /// A later version wrote it; both are the versions of the store's layout.
    case newer(found: Int, supported: Int)
    /// An identity that should have been new is in use: the source of identities repeats itself.
    case idInUse
    /// Reading or writing failed in the system: a full disk, a broken device.
    case inputOutput
  }

  /// The kind of failure.
  public let reason: Reason

  /// The store, as its user knows it: a path, an address.
  public let location: String

  /// What happened, for a person to read: a few words without a full stop.
  public let detail: String

  /// Makes the value.
  public init(_ reason: Reason, at location: String, detail: String) {
    self.reason = reason
    self.location = location
    self.detail = detail
  }
}
