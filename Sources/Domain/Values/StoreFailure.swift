/// The failure of a store, translated by its adapter.
///
/// A store that fails throws: it never returns an empty result in place of a failure.
public struct StoreFailure: Error, Hashable, Sendable {
  /// The kinds of failure that a caller can distinguish.
  public enum Reason: Hashable, Sendable {
    /// Other users held the store for longer than it waits; a retry may succeed.
    case busy
    /// The store is not at its location, or cannot be created there.
    case unreachable
    /// The system denies permission.
    case permissionDenied
    /// Users other than the owner can write to the file or folder at the path.
    case writableByOthers(path: String)
    /// The content is not that of a store, or contradicts itself.
    case damaged
    /// The content of a file that this device keeps about a service is not what the device writes there.
    case damagedDeviceFile
    /// The content belongs to another program.
    case foreign
    /// The content is an export of a store, to be imported.
    case export
    /// A later version wrote the content; the values are versions of the store's layout.
    case newer(found: Int, supported: Int)
    /// An ID that should be new is in use: the source of IDs repeats itself.
    case idInUse
    /// A store of this kind cannot keep what the caller gave it.
    case unsupported
    /// There is no space left for what should be written, on the disk or in a quota.
    case noSpace
    /// Reading or writing failed in the system, for example because of a broken device.
    case inputOutput
  }

  /// The kind of failure.
  public let reason: Reason

  /// The location of the store in the user's terms: a path or an address.
  public let location: String

  /// What happened, in a few words for a person to read, without a full stop.
  public let detail: String

  /// Whether the change was made, although the call has failed in what follows it.
  public let isChangeMade: Bool

  /// Creates the value.
  public init(
    _ reason: Reason,
    at location: String,
    detail: String,
    isChangeMade: Bool = false
  ) {
    self.reason = reason
    self.location = location
    self.detail = detail
    self.isChangeMade = isChangeMade
  }
}
