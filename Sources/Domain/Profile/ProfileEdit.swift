/// A change of the profile of an account.
public struct ProfileEdit: Hashable, Sendable {
  /// The account.
  public let accountID: AccountID

  /// The version that was edited: ``Profile/version``.
  public let version: Int

  /// The time of the version that was edited: ``Profile/changedAt``.
  ///
  /// After the store was restored from a backup the numbers of versions repeat; the times do not.
  public let changedAt: Timestamp?

  /// The content after the edit.
  public let content: ProfileContent

  /// Creates the value.
  ///
  /// - Parameters:
  ///   - content: the content after the edit.
  ///   - version: the version that was edited.
  ///   - changedAt: the time of that version.
  ///   - accountID: the account.
  public init(
    _ content: ProfileContent,
    ofVersion version: Int,
    changedAt: Timestamp?,
    of accountID: AccountID
  ) {
    self.accountID = accountID
    self.version = version
    self.changedAt = changedAt
    self.content = content
  }

  /// Whether it is an edit of a profile.
  package func isBased(on stored: Profile) -> Bool {
    version == stored.version && changedAt == stored.changedAt
  }
}

/// An edit that was refused because somebody else saved meanwhile; nothing was overwritten.
public struct ProfileConflict: Hashable, Sendable {
  /// The profile that is stored.
  public let stored: Profile

  /// The content that was refused.
  public let refused: ProfileContent

  /// Creates the value.
  public init(stored: Profile, refused: ProfileContent) {
    self.stored = stored
    self.refused = refused
  }
}

/// The profile of an account that is signed in.
public struct AccountProfile: Hashable, Sendable {
  /// The account.
  public let account: Account

  /// Its profile.
  public let profile: Profile

  /// Creates the value.
  public init(account: Account, profile: Profile) {
    self.account = account
    self.profile = profile
  }
}
