/// The profile of an account, as a store keeps it.
public struct Profile: Hashable, Sendable {
  /// The profile of an account that never saved one.
  public static let unsaved = Profile(.empty, version: 0, changedAt: nil)

  /// The largest version that a store reads; it stays there.
  package static let maximumVersion = 1 << 52

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
    // After a wrong clock, too, a later change has a later time: a merge takes the later one.
    let earliest = changedAt?.advanced(by: .milliseconds(1)) ?? time
    return Profile(
      content,
      version: nextVersion(after: version),
      changedAt: max(time, earliest)
    )
  }

  /// The profile after a merge with that of another store, as ``StoreArchive/merge(_:)`` defines.
  package func merged(with other: Profile) -> Profile {
    guard let own = changedAt else { return other }
    guard let theirs = other.changedAt, own < theirs else { return self }
    let latest = max(version, other.version)
    let next = content == other.content ? latest : nextVersion(after: latest)
    return Profile(other.content, version: next, changedAt: theirs)
  }

  private func nextVersion(after version: Int) -> Int {
    min(version, Self.maximumVersion - 1) + 1
  }

  /// Whether every store can keep it; ``unsaved`` is not kept.
  package var isValid: Bool { 1...Self.maximumVersion ~= version && changedAt != nil }
}
