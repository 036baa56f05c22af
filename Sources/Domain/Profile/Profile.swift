/// The profile of an account, as a store keeps it.
public struct Profile: Hashable, Sendable {
  /// The profile of an account that never saved one.
  public static let unsaved = Profile(.empty, version: 0, changedAt: nil)

  /// The largest version that a store reads: adding to it cannot overflow.
  package static let maximumVersion = 1 << 53

  /// What the account says about itself.
  public let content: ProfileContent

  /// The number of changes so far, by which an edit says what it is based on; 0 before the first one.
  public let version: Int

  /// The time of the last change; nil before the first one.
  public let changedAt: Timestamp?

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - content: see ``content``.
  ///   - version: see ``version``.
  ///   - changedAt: see ``changedAt``.
  public init(_ content: ProfileContent, version: Int, changedAt: Timestamp?) {
    self.content = content
    self.version = version
    self.changedAt = changedAt
  }

  /// The profile after a change.
  package func changed(to content: ProfileContent, at time: Timestamp) -> Profile {
    Profile(content, version: version + 1, changedAt: time)
  }

  /// The profile after a merge with that of another store, as ``StoreArchive/merge(_:)`` defines.
  package func merged(with other: Profile) -> Profile {
    guard version > 0 else { return other }
    guard let theirs = other.changedAt, changedAt.map({ $0 < theirs }) ?? true,
      content != other.content
    else { return self }
    let next = min(max(version, other.version), Self.maximumVersion - 1) + 1
    return Profile(other.content, version: next, changedAt: theirs)
  }

  /// Whether every store can keep it; ``unsaved`` is not kept.
  package var isValid: Bool { 1...Self.maximumVersion ~= version && changedAt != nil }
}
